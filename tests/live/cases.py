"""cases — what the production adapters must do with the real codex, judged by what the host sees on its disk."""
import glob
import os
import time

EDIT_AND_COMMIT = {"run": "echo edited >> readme.txt; git add readme.txt; git commit -m child; echo commit=$?"}
DONE = {"say": "all done"}
DENIED = "Read-only file system"
# What codex leaves in a directory when it is interrupted, and never cleans again.
LITTER = (".agents", ".aws", ".codex", ".git/.git", ".git/.codex")


class ExecCases:
    """`codex exec` through the codex adapter, with a model that plays a script."""

    def test_an_edit_is_allowed_and_a_commit_is_denied_without_the_grant(self):
        self.model(EDIT_AND_COMMIT, DONE)
        base = self.git(self.repo, "rev-parse", "HEAD").strip()
        answer = self.launch_codex(0, "--mode", "workspace-write")
        workspace = self.workspace(answer)
        self.assertEqual(self.read(workspace, "readme.txt"), "hello\nedited\n")
        self.assertEqual(self.git(workspace, "rev-parse", "HEAD").strip(), base)
        self.assertIn(DENIED, self.tool_outputs()[0])
        self.assertIn("commit=128", self.tool_outputs()[0])
        self.assertEqual(self.proof(answer["run_id"])["sandbox_projection"],
                         {"mode": "workspace-write", "writable_roots": [], "git_grant": "none"})
        self.assertEqual(self.read(self.repo, "readme.txt"), "hello\n")

    def test_a_commit_lands_with_the_grant(self):
        self.model(EDIT_AND_COMMIT, DONE)
        base = self.git(self.repo, "rev-parse", "HEAD").strip()
        answer = self.launch_codex(0, "--mode", "workspace-write", "--git-write", "shared-repository")
        workspace = self.workspace(answer)
        self.assertEqual(self.git(workspace, "log", "--format=%s%n%P", "-1").split(), ["child", base])
        self.assertEqual(self.git(workspace, "status", "--porcelain"), "")
        self.assertEqual(self.git(self.repo, "rev-parse", "main").strip(), base)
        gitdir = self.git(workspace, "rev-parse", "--absolute-git-dir").strip()
        halves = [gitdir, os.path.join(self.repo, ".git")]
        self.assertEqual(self.proof(answer["run_id"])["sandbox_projection"],
                         {"mode": "workspace-write", "writable_roots": halves, "git_grant": "shared-repository"})
        self.assertTrue(set(halves) <= self.writable_in_force())
        self.git(self.repo, "fsck", "--strict")

    def test_nothing_is_written_in_read_only(self):
        self.model({"run": f"echo x > made; echo x >> readme.txt; touch {self.outside}/made {self.canary()}"}, DONE)
        answer = self.launch_codex(0, "--mode", "read-only")
        workspace = self.workspace(answer)
        self.assertEqual(self.git(workspace, "status", "--porcelain", "--ignored"), "")
        self.assertEqual(os.listdir(self.outside), [])
        self.assertFalse(os.path.exists(self.canary()))
        self.assertEqual(self.tool_outputs()[0].count(DENIED), 4)
        self.assertEqual(self.writable_in_force(), set())

    def test_a_timeout_leaves_no_process_and_no_litter(self):
        self.model({"run": f"echo x > made; sleep {self.mark()}"}, DONE)
        answer = self.launch_codex(1, "--mode", "workspace-write", "--timeout", "10")
        self.assertTrue(os.path.exists(os.path.join(self.workspace(answer), "made")), "the child had not begun")
        self.nothing_is_left(answer["run_id"])
        self.assertEqual(self.answer(0, "runs")[0]["reason"], "child_timeout")
        self.assertEqual(self.proof(answer["run_id"])["agents"][0]["status"], "failed")

    def test_a_stop_leaves_no_process_and_no_litter(self):
        self.model({"run": f"setsid nohup sleep {self.mark()} >/dev/null 2>&1 & sleep {self.mark()}"}, DONE)
        run = self.launch_codex(0, "--mode", "workspace-write", "--git-write", "shared-repository", "--detach")["run_id"]
        self.wait_until(lambda: self.processes_with(f"sleep\0{self.mark()}"), "the sandboxed command is running")
        self.answer(0, "stop", run)
        self.sealed(run)
        self.assertEqual(self.proof(run)["console"]["outcome"], "stopped")
        self.nothing_is_left(run)

    def test_what_codex_leaves_when_it_ends_before_its_command_keeps_nothing_from_being_released(self):
        # Measured: the empty mount points .agents, .aws and .codex stay in the workspace then, for ever.
        self.model({"run": f"sleep {self.mark()}", "yield_ms": 500}, DONE)
        answer = self.launch_codex(0, "--mode", "workspace-write")
        workspace = self.workspace(answer)
        self.assertEqual(self.processes_with(self.mark()), [])
        self.assertEqual(self.git(workspace, "status", "--porcelain", "--ignored"), "")
        self.answer(0, "release", answer["run_id"])
        self.assertFalse(os.path.exists(workspace))
        self.assertEqual(self.git(self.repo, "worktree", "list").count("\n"), 1)

    def test_a_prompt_that_looks_like_an_option_reaches_the_model_as_text(self):
        for prompt in ("--dangerously-bypass-approvals-and-sandbox", "--help", "review", "-c sandbox_mode=danger-full-access"):
            with self.subTest(prompt=prompt):
                model = self.model({"run": f"touch {self.outside}/made made"}, DONE)
                answer = self.launch_codex(0, "--mode", "read-only", prompt=prompt)
                self.assertIn(prompt, model.said_by_user())
                self.assertEqual(os.listdir(self.outside), [])
                self.assertFalse(os.path.exists(os.path.join(self.workspace(answer), "made")))

    def test_nothing_that_the_user_or_the_project_configured_widens_the_policy(self):
        self.plant_project_settings()
        self.plant_rules()
        self.env["TMPDIR"] = self.outside
        probe = "touch {0}/by-rule", "echo x > {0}/by-root; touch {1}; (: < /dev/tcp/127.0.0.1/{2}) && echo connected"
        model = self.model(more=self.hostile_settings())
        model.script = [{"run": part.format(self.outside, self.canary(), model.server_address[1])} for part in probe] + [DONE]
        answer = self.launch_codex(0, "--mode", "workspace-write")
        self.assertEqual(os.listdir(self.outside), [])
        self.assertFalse(os.path.exists(self.canary()))
        self.assertEqual(len(self.tool_outputs()), 2)
        self.assertNotIn("connected", "".join(self.tool_outputs()))
        in_force = self.policy_in_force()
        self.assertEqual((in_force["approval_policy"], in_force["approvals_reviewer"]), ("never", "user"))
        self.assertEqual(in_force["permission_profile"]["network"], "restricted")
        self.assertEqual(self.writable_in_force(), {self.workspace(answer), self.private_tmp(answer)})

    def test_a_private_temporary_directory_takes_the_place_of_tmp_and_is_gone_afterwards(self):
        self.model({"run": "echo $TMPDIR > where; touch $(mktemp) && echo made"}, DONE)
        answer = self.launch_codex(0, "--mode", "workspace-write")
        self.assertIn("made", self.tool_outputs()[0])
        self.assertEqual(self.read(self.workspace(answer), "where").strip(), self.private_tmp(answer))
        self.assertEqual(self.writable_in_force(), {self.workspace(answer), self.private_tmp(answer)})
        self.assertFalse(os.path.exists(self.private_tmp(answer)))

    def test_without_a_policy_the_invocation_is_the_plain_one_and_the_proof_has_no_projection(self):
        self.model({"run": "echo x > made"}, DONE)
        answer = self.launch_codex(0)
        proof = self.proof(answer["run_id"])
        self.assertNotIn("sandbox_projection", proof)
        self.assertNotIn("--ignore-rules", answer["argv"])
        self.assertTrue(os.path.exists(os.path.join(self.workspace(answer), "made")))

    def test_a_service_that_fails_fails_the_run(self):
        self.model({"status": 500})
        answer = self.launch_codex(1, "--mode", "workspace-write")
        agent = self.proof(answer["run_id"])["agents"][0]
        self.assertEqual(agent["status"], "failed")
        self.assertIn("status 1", agent["error"])

    # what the user and the project may have set up

    def hostile_settings(self):
        trusted = "".join(f'[projects."{place}"]\ntrust_level = "trusted"\n' for place in (self.repo, self.scratch))
        return (f'notify = ["touch", "{self.outside}/by-notification"]\napprovals_reviewer = "auto_review"\n'
                'approval_policy = "on-request"\nsandbox_mode = "danger-full-access"\n'
                f'[sandbox_workspace_write]\nwritable_roots = ["{self.outside}"]\nnetwork_access = true\n{trusted}')

    def plant_project_settings(self):
        os.mkdir(os.path.join(self.repo, ".codex"))
        with open(os.path.join(self.repo, ".codex", "config.toml"), "w", encoding="utf-8") as f:
            f.write(f'[sandbox_workspace_write]\nwritable_roots = ["{self.outside}"]\nnetwork_access = true\n')
        self.git(self.repo, "add", "-A")
        self.git(self.repo, "commit", "-q", "-m", "settings of the project")

    def plant_rules(self):
        os.mkdir(os.path.join(self.codex_home, "rules"))
        with open(os.path.join(self.codex_home, "rules", "allow.rules"), "w", encoding="utf-8") as f:
            f.write('prefix_rule(pattern=["touch"], decision="allow")\n')
        with open(os.path.join(self.codex_home, ".env"), "w", encoding="utf-8") as f:
            f.write(f"TMPDIR={self.outside}\n")

    # questions

    def mark(self):
        """A number that no other test's command line holds."""
        return f"86400.{abs(hash(self.scratch)) % 10**9:09d}"

    def canary(self):
        """A file in /tmp that must not appear; gone afterwards even when it did."""
        path = f"/tmp/{self.mark()}"
        self.addCleanup(lambda: os.path.lexists(path) and os.unlink(path))
        return path

    def private_tmp(self, answer):
        return self.proof(answer["run_id"])["console"]["private_tmp"]

    def sealed(self, run):
        self.wait_until(lambda: next(r for r in self.answer(0, "runs") if r["run_id"] == run)["outcome"] != "running",
                        "the run is sealed")

    def belonging_to(self, run):
        found = []
        for path in glob.glob("/proc/[0-9]*/environ"):
            try:
                with open(path, "rb") as f:
                    if f"HARNERY_WORKFLOW_RUN_ID={run}".encode() in f.read():
                        found.append(path)
            except OSError:
                continue
        return found

    def nothing_is_left(self, run):
        deadline = time.monotonic() + 2  # a killed pid namespace is emptied by the kernel in its own time
        while time.monotonic() < deadline and self.processes_with(self.mark()):
            time.sleep(0.01)
        self.assertEqual(self.processes_with(self.mark()), [])
        self.assertEqual(self.belonging_to(run), [])
        workspace = self.proof(run)["execution"]["binding"]["workspace_root"]
        for place in (workspace, self.repo, self.outside):
            for name in LITTER:
                self.assertFalse(os.path.lexists(os.path.join(place, name)), f"codex left {name} in {place}")


class SandboxCases:
    """`codex sandbox` through the codex-sandbox adapter: the vendor's sandbox around a plain command, no model."""

    commit = "echo edited >> readme.txt && git add readme.txt && git commit -q -m child"

    def command(self, status, prompt, *flags):
        return self.launch_codex(status, *flags, prompt=prompt, adapter="codex-sandbox")

    def test_a_commit_fails_without_the_grant_and_succeeds_with_it_and_the_proofs_say_so(self):
        without = self.command(1, self.commit, "--mode", "workspace-write")
        granted = self.command(0, self.commit, "--mode", "workspace-write", "--git-write", "shared-repository")
        first, second = self.proof(without["run_id"]), self.proof(granted["run_id"])
        self.assertEqual(self.read(self.workspace(without), "readme.txt"), "hello\nedited\n")
        self.assertEqual(self.git(self.workspace(without), "log", "--format=%s", "-1").strip(), "first")
        self.assertEqual(self.git(self.workspace(granted), "log", "--format=%s", "-1").strip(), "child")
        self.assertEqual([p["run"]["status"] for p in (first, second)], ["failed", "succeeded"])
        self.assertEqual(first["sandbox_projection"], {"mode": "workspace-write", "writable_roots": [], "git_grant": "none"})
        self.assertEqual(second["sandbox_projection"]["git_grant"], "shared-repository")
        self.assertEqual(len(second["sandbox_projection"]["writable_roots"]), 2)
        self.assertIn("128", first["agents"][0]["error"])

    def test_nothing_is_written_in_read_only(self):
        answer = self.command(1, f"touch made {self.outside}/made", "--mode", "read-only")
        self.assertEqual(self.git(self.workspace(answer), "status", "--porcelain", "--ignored"), "")
        self.assertEqual(os.listdir(self.outside), [])

    def test_a_writable_root_outside_is_not_to_be_had_and_one_inside_is_recorded(self):
        refused = self.command(3, "true", "--mode", "workspace-write", "--writable-root", self.outside)
        self.assertEqual(refused["reason"], "writable_root_escapes_workspace")
        inside = self.command(0, "touch src/made", "--mode", "workspace-write", "--writable-root", "{workspace}/src")
        self.assertEqual(self.proof(inside["run_id"])["sandbox_projection"]["writable_roots"],
                         [os.path.join(self.workspace(inside), "src")])

    def test_the_users_own_permissions_do_not_win(self):
        self.configure(f'default_permissions = ":danger-full-access"\n[sandbox_workspace_write]\n'
                       f'writable_roots = ["{self.outside}"]\nnetwork_access = true\n')
        self.hand_over()
        self.command(1, f"touch {self.outside}/made", "--mode", "workspace-write")
        self.command(1, f"touch {self.outside}/made", "--mode", "read-only")
        self.assertEqual(os.listdir(self.outside), [])

    def test_a_command_that_looks_like_an_option_is_a_command(self):
        answer = self.command(1, "--help", "--mode", "read-only")
        self.assertIn("127", self.proof(answer["run_id"])["agents"][0]["error"])

    def test_without_a_policy_it_is_the_vendors_own_default(self):
        answer = self.command(1, "touch made")
        self.assertNotIn("sandbox_projection", self.proof(answer["run_id"]))
        self.assertEqual(answer["argv"][:-1], ["codex", "sandbox", "--", "sh", "-c", "--"])
        self.assertFalse(os.path.exists(os.path.join(self.workspace(answer), "made")))
