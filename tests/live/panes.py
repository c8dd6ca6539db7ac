"""panes — a real terminal program looked at twice: in a pane of the console, and alone in tmux with the same command line,
environment, directory and size. tmux is the terminal in both cases, so what differs is the console's own doing."""
import fcntl
import os
import shutil
import struct
import subprocess
import termios
import time
import unittest

import support
import vendor

ROWS, COLS = 35, 100
HEAD_ROWS = 3  # the console's head and the pane's title
CONSOLE, ALONE = "console", "alone"
WORDS = "hello 日本 world"


class Panes(vendor.Live):
    """Beneath a case: one interactive run, the console that shows it, and its twin."""

    def setUp(self):
        super().setUp()
        self.assertTrue(shutil.which("tmux"), "tmux is missing, which scripts/packages names")
        self.socket = os.path.join(self.scratch, "tmux")
        self.addCleanup(self.tmux, "kill-server", check=False)

    # tmux

    def tmux(self, *words, check=True):
        done = subprocess.run(["tmux", "-u", "-f", "/dev/null", "-S", self.socket, *words], env=self.env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=support.DEADLINE_S)
        if check and done.returncode != 0:
            self.fail(f"tmux {words[0]}: {done.stderr}")
        return done.stdout

    def start(self, name, argv, env, cwd, rows, cols):
        """argv in a terminal of its own, with exactly this environment."""
        self.tmux("start-server", ";", "set", "-g", "default-terminal", "xterm-256color", ";", "set", "-g", "status", "off", ";",
                  "set", "-g", "escape-time", "0", ";", "new-session", "-d", "-s", name, "-x", str(cols), "-y", str(rows), "-c", cwd,
                  "--", "env", "-i", *[f"{key}={value}" for key, value in env.items()], *argv)

    def lines(self, name):
        return [line.rstrip() for line in self.tmux("capture-pane", "-p", "-t", name).split("\n")]

    def sees(self, words, name=CONSOLE):
        deadline = time.monotonic() + support.DEADLINE_S
        while not any(words in line for line in self.lines(name)):
            if time.monotonic() > deadline:
                self.fail(f"not within {support.DEADLINE_S} s: {words!r} in {name}:\n" + "\n".join(self.lines(name)))
            time.sleep(0.05)

    def press_until(self, key, name, holds):
        """Pressed again where a program that is still starting threw the key away."""
        deadline = time.monotonic() + support.DEADLINE_S
        pressed = 0
        while not holds() and time.monotonic() < deadline:
            if time.monotonic() - pressed > 3:
                self.keys(key, names=(name,))
                pressed = time.monotonic()
            time.sleep(0.05)

    def until_seen(self, words, name, key):
        self.press_until(key, name, lambda: any(words in line for line in self.lines(name)))
        self.sees(words, name)

    def keys(self, *keys, names=(CONSOLE,)):
        for name in names:
            self.tmux("send-keys", "-t", name, *keys)

    def types(self, words, names=(CONSOLE,)):
        for name in names:
            self.tmux("send-keys", "-t", name, "-l", words)
            self.sees(words.removeprefix("!"), name) # which codex draws apart from what follows

    # the run

    def launch_screen(self, adapter, *flags, topology="worktree"):
        """Start an interactive run and the console on it; the pane is shown."""
        self.answered = self.launch(0, "--detach", "--repository", self.repo, "--topology", topology, "--adapter", adapter,
                                    "--style", "interactive", *flags)
        self.run_id, self.leader = self.answered["run_id"], 0
        self.start(CONSOLE, [self.program, self.repo], {**self.env, "TERM": "xterm-256color"}, self.home, ROWS, COLS)
        self.sees("VERDICT")
        self.keys("P")
        self.sees(" a1 ")

    def child(self):
        """The first process of the run's child, found once."""
        if not self.leader:
            self.wait_until(self.processes_of_the_run, "the run has a process")
            self.leader = min(self.processes_of_the_run())
        return self.leader

    def processes_of_the_run(self):
        found = []
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            try:
                with open(f"/proc/{pid}/environ", "rb") as f:
                    if f"HARNERY_WORKFLOW_RUN_ID={self.run_id}\0".encode() in f.read():
                        found.append(pid)
            except OSError:
                continue
        return found

    @staticmethod
    def words_of(pid, name):
        with open(f"/proc/{pid}/{name}", "rb") as f:
            return f.read().decode().rstrip("\0").split("\0")

    def size(self):
        with open(f"/proc/{self.child()}/fd/1", "rb") as f:
            rows, cols, _, _ = struct.unpack("HHHH", fcntl.ioctl(f, termios.TIOCGWINSZ, b"\0" * 8))
        return rows, cols

    def start_twin(self):
        pid = self.child()
        env = dict(entry.split("=", 1) for entry in self.words_of(pid, "environ"))
        del env["HARNERY_WORKFLOW_RUN_ID"]  # it is no child of the run
        self.start(ALONE, self.words_of(pid, "cmdline"), env, os.readlink(f"/proc/{pid}/cwd"), *self.size())

    def pane(self):
        rows, _ = self.size()
        return self.lines(CONSOLE)[HEAD_ROWS:HEAD_ROWS + rows]

    def same(self, words):
        """Both show words, and in the end the very same text."""
        self.sees(words)
        self.sees(words, ALONE)
        deadline = time.monotonic() + support.DEADLINE_S
        ours, theirs = self.pane(), self.lines(ALONE)[:self.size()[0]]
        while ours != theirs and time.monotonic() < deadline:
            time.sleep(0.05)
            ours, theirs = self.pane(), self.lines(ALONE)[:self.size()[0]]
        self.assertEqual("\n".join(ours), "\n".join(theirs))

    def resize(self, rows, cols, words):
        before = self.size()
        self.tmux("resize-window", "-t", CONSOLE, "-x", str(cols), "-y", str(rows))
        self.wait_until(lambda: self.size() != before, "the child got another size")
        rows, cols = self.size()
        self.tmux("resize-window", "-t", ALONE, "-x", str(cols), "-y", str(rows))
        self.same(words)

    def ended(self):
        self.wait_until(lambda: self.answer(0, "runs")[0]["outcome"] != "running", "the run is sealed")
        return self.proof(self.run_id)

    def codes(self, proof):
        return [unknown["code"] for unknown in proof["console"]["unknowns"]]


class CodexScreen(Panes):
    """`codex` itself, with its own screen."""

    MUTABLE = "projection_mutable_in_session"

    def composer(self, names=(CONSOLE,)):
        """Past the question whether to open a folder that is not trusted: it is the person's to answer."""
        for name in names:
            self.sees("Folder access", name)
            self.sees("enter continue", name)
            self.until_seen("Ask Codex to do anything", name, "Enter")

    def says(self, words, answer):
        """Codex takes an Enter close behind fast keys for part of a paste: then it is pressed again."""
        self.types(words)
        self.until_seen(answer, CONSOLE, "Enter")

    def leave(self):
        self.types("/quit")
        self.press_until("Enter", CONSOLE, lambda: not self.processes_of_the_run())
        return self.ended()

    def test_the_login_screen_is_drawn_as_in_tmux(self):
        with open(os.path.join(self.codex_home, "config.toml"), "w", encoding="utf-8") as f:
            f.write("")
        self.launch_screen("codex", "--mode", "read-only")
        self.sees("Sign in")
        self.start_twin()
        self.same("Sign in")
        self.resize(30, 80, "Sign in")

    def test_its_composer_is_drawn_takes_keys_and_is_resized_as_in_tmux(self):
        self.model({"say": "not asked"})
        self.launch_screen("codex", "--mode", "workspace-write")
        self.sees("Folder access")
        self.start_twin()
        self.same("Folder access")
        self.composer((CONSOLE, ALONE))
        self.same("Ask Codex to do anything")
        self.types(WORDS, (CONSOLE, ALONE))
        self.same(WORDS)
        self.resize(30, 80, WORDS)
        self.resize(40, 120, WORDS)

    def test_a_whole_turn_keeps_to_the_projection_and_is_read_back(self):
        self.model({"run": f"echo x > made; touch {self.outside}/made"}, {"say": "all done"})
        self.launch_screen("codex", "--mode", "workspace-write")
        self.assertIn(self.MUTABLE, [unknown["code"] for unknown in self.answered["unknowns"]])
        self.composer()
        self.says("please do it", "all done")
        proof = self.leave()
        console = proof["console"]
        workspace = proof["execution"]["binding"]["workspace_root"]
        self.assertEqual(self.read(workspace, "made"), "x\n")
        self.assertEqual(os.listdir(self.outside), [])
        self.assertEqual((console["outcome"], console["observed"]), ("done", "matched"))
        seen = console["children"][0]["observed"]
        self.assertEqual((seen["statements"], seen["mode"], seen["approval"]), (1, "workspace-write", "never, reviewed by user"))
        self.assertEqual(set(seen["writable"]), set(console["effective"]["writable"]))
        self.assertEqual(proof["sandbox_projection"], {"mode": "workspace-write", "writable_roots": [], "git_grant": "none"})
        for code in (self.MUTABLE, "codex_user_rules", "task_result_unknown"):
            self.assertIn(code, self.codes(proof))
        self.answer(0, "verify", self.run_id)

    def test_a_sandbox_that_is_changed_within_the_session_is_found_out_with_its_turn(self):
        self.model({"say": "first done"}, {"say": "not reached"})
        self.launch_screen("codex", "--mode", "read-only")
        self.composer()
        self.says("please", "first done")
        self.says("/permissions", "Update Model Permissions")
        self.keys("3")
        self.sees("Enable full access?")
        self.keys("Enter")
        self.sees("Permission selection requested: Full Access")
        self.types("and once more")
        self.press_until("Enter", CONSOLE, lambda: len(self.turns()) == 2)
        self.sees("Ask Codex to do anything")
        console = self.leave()["console"]
        why = console["children"][0]["observed"]["why"]
        self.assertEqual((console["outcome"], console["reason"]), ("failed", "projection_contradicted"))
        self.assertIn("In turn 2 of the session, changed since a turn that was as rendered", why)
        self.assertIn("the mode is danger-full-access instead of read-only", why)
        self.assertIn(self.MUTABLE, self.codes({"console": console}))

    def turns(self):
        return [record for record in self.rollout() if record["type"] == "turn_context"]

    def test_a_child_that_is_stopped_is_read_back_too(self):
        self.model({"run": "echo x > made"}, {"say": "all done"})
        self.launch_screen("codex", "--mode", "workspace-write")
        self.composer()
        self.says("please do it", "all done")
        self.answer(0, "stop", self.run_id)
        console = self.ended()["console"]
        self.assertEqual((console["outcome"], console["observed"]), ("stopped", "matched"))

    def test_a_session_without_a_turn_is_not_taken_for_one_that_kept_to_it(self):
        self.model({"say": "not asked"})
        self.launch_screen("codex", "--mode", "read-only")
        self.composer()
        proof = self.leave()
        self.assertEqual(proof["console"]["observed"], "unknown")
        self.assertIn("recorded no turn", proof["console"]["children"][0]["observed"]["why"])

    def test_rules_of_the_users_own_run_outside_the_sandbox_and_are_a_named_unknown(self):
        # Measured: `codex exec --ignore-rules` has no counterpart here. The day this fails, the unknown may go.
        os.mkdir(os.path.join(self.codex_home, "rules"))
        with open(os.path.join(self.codex_home, "rules", "allow.rules"), "w", encoding="utf-8") as f:
            f.write('prefix_rule(pattern=["touch"], decision="allow")\n')
        self.model({"run": f"touch {self.outside}/made"}, {"say": "all done"})
        self.launch_screen("codex", "--mode", "read-only")
        self.composer()
        self.says("please do it", "all done")
        proof = self.leave()
        self.assertEqual(os.listdir(self.outside), ["made"])
        self.assertIn("codex_user_rules", self.codes(proof))

    def test_a_line_that_the_person_begins_with_a_bang_runs_outside_the_sandbox_and_the_unknown_says_so(self):
        self.model({"say": "not asked"})
        self.launch_screen("codex", "--mode", "read-only")
        self.composer()
        self.says(f"!touch {self.outside}/made", "You ran touch")
        self.assertEqual(os.listdir(self.outside), ["made"])
        proof = self.leave()
        unknown = next(u for u in proof["console"]["unknowns"] if u["code"] == self.MUTABLE)
        self.assertIn("begins with !", unknown["message"])
        self.assertNotEqual(proof["console"]["observed"], "matched")

    def test_a_shell_in_the_sandbox_is_fixed_and_says_nothing_else(self):
        self.launch_screen("codex-sandbox", "--mode", "workspace-write")
        self.sees("$" if os.geteuid() else "#")
        self.types(f"touch made {self.outside}/made; echo over$((1+1))")
        self.keys("Enter")
        self.sees("over2")
        self.types("exit 3")
        self.keys("Enter")
        proof = self.ended()
        self.assertTrue(os.path.exists(os.path.join(proof["execution"]["binding"]["workspace_root"], "made")))
        self.assertEqual(os.listdir(self.outside), [])
        self.assertNotIn(self.MUTABLE, self.codes(proof))
        self.assertIn("the command in Codex's sandbox ended with status 3", proof["agents"][0]["error"])


class ClaudeScreen(Panes):
    """`claude` itself, without a service: nothing is asked of it but its screen."""

    def setUp(self):
        directory = vendor.claude_directory()
        if not directory:
            raise unittest.SkipTest("claude is not installed; set BULKHEAD_CLAUDE or run .ci/run, which installs it")
        super().setUp()
        self.env.update(PATH=f"{directory}:{self.env['PATH']}", ANTHROPIC_BASE_URL="http://127.0.0.1:9", ANTHROPIC_API_KEY="dummy",
                        DISABLE_AUTOUPDATER="1", CLAUDE_CONFIG_DIR="")
        del self.env["CLAUDE_CONFIG_DIR"]

    def settle_first_start(self):
        vendor.write_json(os.path.join(self.home, ".claude.json"), {
            "hasCompletedOnboarding": True, "theme": "dark", "customApiKeyResponses": {"approved": ["dummy"], "rejected": []},
            "projects": {self.repo: {"hasTrustDialogAccepted": True}}})

    def test_its_question_whether_to_trust_a_folder_is_the_persons_to_answer(self):
        vendor.write_json(os.path.join(self.home, ".claude.json"), {"hasCompletedOnboarding": True, "theme": "dark"})
        self.launch_screen("claude-code")
        self.sees("trust this folder")
        self.start_twin()
        self.same("trust this folder")

    def test_its_prompt_is_drawn_takes_keys_and_is_resized_as_in_tmux(self):
        self.settle_first_start()
        self.launch_screen("claude-code", topology="shared")
        self.sees("❯")
        self.start_twin()
        self.same("❯")
        self.types(WORDS, (CONSOLE, ALONE))
        self.same(WORDS)
        self.resize(30, 80, WORDS)
        self.resize(40, 120, WORDS)

    def test_leaving_it_says_what_ended_it_and_nothing_of_a_task(self):
        self.settle_first_start()
        self.launch_screen("claude-code", topology="shared")
        self.sees("❯")
        self.types("/exit")
        self.keys("Enter")
        proof = self.ended()
        self.assertEqual(proof["console"]["outcome"], "done")
        self.assertNotIn("sandbox_projection", proof)
        self.assertEqual(self.codes(proof), ["task_result_unknown"])

    def test_a_policy_is_refused_before_anything_starts(self):
        answer = self.launch(3, "--repository", self.repo, "--topology", "worktree", "--adapter", "claude-code", "--style",
                             "interactive", "--mode", "read-only")
        self.assertEqual(answer["reason"], "no_projection")
