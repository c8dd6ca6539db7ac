"""cases_hostile — one route at a time by which the operator's own setup, a project or the system could widen a policy.

Each route is put in place alone, in its own codex home, and the model then tries what that route would open. The host
looks at its disk, at codex's own record and at the proof: the declared set was in force, or nothing was started, or
the proof names what is not known.
"""
import glob
import json
import os
import subprocess

DONE = {"say": "all done"}
REFUSES = 'echo "$0 $*: not to be had" >&2; exit 1'
SERVER = '[mcp_servers.{name}]\ncommand = "sh"\nargs = ["-c", "touch {outside}/by-server; exec cat"]\n'
HOOKS = {"hooks": {name: [{"hooks": [{"type": "command", "command": "touch {outside}/by-hook"}]}]
                   for name in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")}}
WIDE_PROFILE = 'default_permissions = "wide"\n[permissions.wide.filesystem]\n":root" = "write"\n[permissions.wide.network]\nenabled = true\n'
ROOTS = '[sandbox_workspace_write]\nwritable_roots = ["{outside}"]\n'
RULES = 'prefix_rule(pattern=["touch"], decision="allow")\n'

# What a route writes: below the codex home, below the project (committed to its branch), into the environment.
ROUTES = {
    "writable roots of the user": {"config": ROOTS},
    "the network of the user": {"config": "[sandbox_workspace_write]\nnetwork_access = true\n"},
    "the user's mode": {"config": 'sandbox_mode = "danger-full-access"\n', "mode": "read-only"},
    "the user's permissions": {"config": 'default_permissions = ":danger-full-access"\n', "mode": "read-only"},
    "a permission profile of the user's own": {"config": WIDE_PROFILE, "mode": "read-only"},
    "rules of the user, read-only": {"home": {"rules/allow.rules": RULES}, "mode": "read-only"},
    "rules of the user": {"home": {"rules/allow.rules": RULES}},
    "a model that approves": {"config": 'approval_policy = "on-request"\napprovals_reviewer = "auto_review"\n', "mode": "read-only"},
    "a notification": {"config": 'notify = ["touch", "{outside}/by-notification"]\n', "mode": "read-only"},
    "a server of the user": {"config": SERVER.replace("{name}", "own"), "mode": "read-only"},
    "hooks of the user": {"home": {"hooks.json": HOOKS}, "config": "[features]\nhooks = true\n", "mode": "read-only"},
    "TMPDIR in codex's own environment file": {"home": {".env": "TMPDIR={outside}\n"}},
    "TMPDIR that codex sets for its commands": {"config": '[shell_environment_policy]\nset = { TMPDIR = "{outside}" }\n'},
    "TMPDIR of the operator": {"env": {"TMPDIR": "{outside}"}},
    "TMPDIR of the operator is the root": {"env": {"TMPDIR": "/"}, "refused": "workspace_unavailable"},
    "git's and codex's variables of the operator": {
        "env": {"GIT_DIR": "{outside}", "GIT_WORK_TREE": "{outside}", "LD_PRELOAD": "", "CODEX_SANDBOX": "none",
                "CODEX_THREAD_ID": "other", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor",
                "GIT_CONFIG_VALUE_0": "touch {outside}/by-monitor"}},
    "a trusted project's settings": {"project": {"config.toml": ROOTS + "network_access = true\n"}, "trusted": True},
    "a trusted project's rules": {"project": {"rules/allow.rules": RULES}, "trusted": True, "mode": "read-only"},
    "a trusted project's server": {"project": {"config.toml": SERVER.replace("{name}", "projects")}, "trusted": True,
                                   "mode": "read-only"},
    "a trusted project's hooks": {"project": {"hooks.json": HOOKS}, "trusted": True, "mode": "read-only"},
    "a profile file beside the settings": {"home": {"wide.config.toml": 'sandbox_mode = "danger-full-access"\n' + ROOTS}},
    "a profile that the settings name": {"config": 'profile = "wide"\n[profiles.wide]\nsandbox_mode = "danger-full-access"\n',
                                         "fails": True},
}


class HostileCases:
    # putting a route in place

    def filled(self, text):
        return (text if isinstance(text, str) else json.dumps(text)).replace("{outside}", self.outside)

    def put(self, directory, files):
        for name, content in files.items():
            path = os.path.join(directory, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as f:
                f.write(self.filled(content))

    def lay(self, number, route):
        """Its own codex home, repository and place outside, with the route in them."""
        self.env = dict(self.plain_env)
        self.outside = os.path.join(self.scratch, f"outside-{number}")
        self.codex_home = os.path.join(self.home, f"codex-home-{number}")
        self.repo = self.repository(f"orders-{number}")
        os.mkdir(self.outside)
        os.mkdir(self.codex_home)
        self.put(self.codex_home, route.get("home", {}))
        self.put(os.path.join(self.repo, ".codex"), route.get("project", {}))
        if "project" in route:
            self.git(self.repo, "add", "-A")
            self.git(self.repo, "commit", "-q", "-m", "what the project sets")
        self.env = {**self.plain_env, "CODEX_HOME": self.codex_home,
                    **{key: self.filled(value) for key, value in route.get("env", {}).items()}}
        trusted = "".join(f'[projects."{place}"]\ntrust_level = "trusted"\n' for place in (self.repo, self.scratch))
        return self.filled(route.get("config", "")) + (trusted if route.get("trusted") else "")

    def setUp(self):
        super().setUp()
        self.plain_env = dict(self.env)

    def tried(self, model):
        """What the model runs: it begins with a word that rules may allow, and goes on to write and to connect."""
        return [{"run": f"touch {self.outside}/by-rule"},
                {"run": f"echo x > {self.outside}/by-root; touch {self.canary()}; "
                        f"(: < /dev/tcp/127.0.0.1/{model.server_address[1]}) && echo connected; env"}, DONE]

    def play(self, config, *flags, status=0):
        model = self.model(more=config)
        model.script = self.tried(model)
        return self.launch_codex(status, *flags)

    def rollouts(self):
        return glob.glob(os.path.join(self.codex_home, "sessions", "**", "rollout-*"), recursive=True)

    # looking at what became of it

    def nothing_came_through(self):
        self.assertEqual(os.listdir(self.outside), [])
        self.assertFalse(os.path.exists(self.canary()))

    def declared_was_in_force(self, answer, mode):
        console = self.proof(answer["run_id"])["console"]
        seen = console["children"][0]["observed"]
        self.assertEqual((console["observed"], seen["why"], seen["mode"]), ("matched", None, mode))
        self.assertEqual(set(seen["writable"]), set(console["effective"]["writable"]))
        self.assertEqual((seen["network"], seen["approval"]), (False, "never, reviewed by user"))
        declared = set() if mode == "read-only" else {self.workspace(answer), console["private_tmp"]}
        self.assertEqual(self.writable_in_force(), declared)
        said = self.tool_outputs()
        self.assertEqual(len(said), 2)
        self.assertNotIn("connected\n", said[1])
        for name in ("GIT_DIR=", "GIT_CONFIG_COUNT=", "CODEX_SANDBOX=none", "CODEX_THREAD_ID=other", f"TMPDIR={self.outside}"):
            self.assertNotIn(name, said[1])

    def must_hold(self, number, route):
        mode, fails = route.get("mode", "workspace-write"), {"refused": 3, "fails": 1}
        answer = self.play(self.lay(number, route), "--mode", mode, status=next((fails[key] for key in fails if key in route), 0))
        self.nothing_came_through()
        if "refused" in route:
            self.assertEqual(answer["reason"], route["refused"])
        elif "fails" in route:
            self.assertEqual(self.proof(answer["run_id"])["console"]["observed"], "unknown")
            self.assertEqual(self.rollouts(), [])
        else:
            self.declared_was_in_force(answer, mode)

    def test_each_route_alone_leaves_the_declared_set_in_force(self):
        for number, (name, route) in enumerate(ROUTES.items()):
            with self.subTest(route=name):
                self.must_hold(number, route)

    def test_the_same_setup_without_a_policy_opens_what_these_tests_look_for(self):
        together = {"config": ('notify = ["touch", "{outside}/by-notification"]\n' + ROOTS + "network_access = true\n" +
                               SERVER.replace("{name}", "own")), "home": {"rules/allow.rules": RULES}}
        self.play(self.lay(0, together))
        self.wait_until(lambda: len(os.listdir(self.outside)) == 4, "every route has left its file")
        self.assertEqual(sorted(os.listdir(self.outside)), ["by-notification", "by-root", "by-rule", "by-server"])
        self.assertIn("connected\n", self.tool_outputs()[1])
        self.assertTrue(os.path.exists(self.canary()))
        of_project = {"config.toml": ROOTS + SERVER.replace("{name}", "projects"), "rules/allow.rules": RULES}
        self.play(self.lay(1, {"project": of_project, "trusted": True}))
        self.assertEqual(sorted(os.listdir(self.outside)), ["by-root", "by-rule", "by-server"])

    # the system's own configuration of codex, seen by these processes alone

    def with_system_files(self, files):
        """A copy of /etc with codex's files in it, in a mount namespace of its own."""
        copy = os.path.join(self.scratch, "etc")
        subprocess.run(["cp", "-a", "/etc", copy], check=False, capture_output=True, timeout=60)  # what is not readable is not missed
        self.put(os.path.join(copy, "codex"), files)
        self.prefix = ("unshare", "--mount", "sh", "-c", f'mount --bind "{copy}" /etc && exec "$@"', "sh")
        tried = subprocess.run([*self.prefix, "test", "-e", "/etc/codex"], capture_output=True, timeout=60, check=False)
        if tried.returncode != 0:
            self.skipTest("no mount namespace can be had here, so the system's configuration cannot be changed for a test")

    def test_the_systems_settings_do_not_widen_the_policy(self):
        config = self.lay(0, {})
        self.with_system_files({"config.toml": ROOTS + 'network_access = true\n'})
        self.declared_was_in_force(self.play(config, "--mode", "workspace-write"), "workspace-write")
        self.nothing_came_through()

    def test_a_requirement_of_the_system_that_narrows_the_mode_fails_the_run(self):
        config = self.lay(0, {})
        self.with_system_files({"requirements.toml": 'allowed_sandbox_modes = ["read-only"]\n'})
        answer = self.play(config, "--mode", "workspace-write", status=1)
        console = self.proof(answer["run_id"])["console"]
        self.assertEqual((answer["status"], console["reason"]), ("failed", "projection_contradicted"))
        self.assertIn("the mode is read-only instead of workspace-write", console["message"])
        self.nothing_came_through()
