"""The supervisor: stop, timeout, death, and what is left behind."""
import json
import os
import signal

import support


class Supervisor(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()
        self.mark = "bulkhead-mark-" + os.path.basename(self.scratch)

    def detach(self, prompt, *flags):
        answer = self.launch(0, "--detach", "--repository", self.repo, "--topology", "worktree", "--adapter", "shell", *flags,
                             "--", prompt)
        return answer["run_id"]

    def marked(self):
        return self.processes_with(self.mark)

    def sealed(self, run):
        self.wait_until(lambda: next(r for r in self.answer(0, "runs") if r["run_id"] == run)["outcome"] != "running",
                        "the run is sealed")
        return self.proof(run)

    # A stubborn tree: ignores TERM and HUP, and has a grandchild in a session of its own.
    def stubborn(self):
        return ("trap '' TERM HUP INT; "
                f"setsid nohup sh -c \"trap '' TERM HUP; while :; do sleep 1; done # {self.mark}\" >/dev/null 2>&1 & "
                f"while :; do sleep 1; done # {self.mark}")

    def started(self):
        self.wait_until(lambda: len(self.marked()) >= 2, "the tree is running")

    def test_stop_ends_the_whole_tree_and_the_run_says_stopped(self):
        run = self.detach(self.stubborn())
        self.started()
        self.assertIn("a9", self.answer(2, "stop", run, "a9")["message"])
        self.answer(0, "stop", run)
        proof = self.sealed(run)
        self.assertEqual(self.marked(), [])
        self.assertEqual(proof["console"]["outcome"], "stopped")
        self.assertEqual(proof["run"]["status"], "failed")

    def test_a_timeout_ends_the_whole_tree_and_the_run_says_so(self):
        run = self.detach(self.stubborn(), "--timeout", "1")
        proof = self.sealed(run)
        self.assertEqual(self.marked(), [])
        self.assertEqual(proof["run"]["status"], "failed")
        self.assertEqual(next(r for r in self.answer(0, "runs"))["reason"], "child_timeout")

    def test_a_child_that_exits_with_status_0_when_it_is_stopped_failed(self):
        run = self.detach(f"trap 'exit 0' TERM; while :; do sleep 0.1; done # {self.mark}")
        self.wait_until(self.marked, "the child is running")
        self.answer(0, "stop", run)
        self.assertEqual(self.sealed(run)["agents"][0]["status"], "failed")

    def test_strays_of_a_child_that_ended_are_swept(self):
        run = self.detach(f"setsid nohup sh -c 'while :; do sleep 1; done # {self.mark}' >/dev/null 2>&1 & echo done")
        self.sealed(run)
        self.assertEqual(self.marked(), [])

    def test_kill_9_of_the_supervisor_leaves_no_child_and_the_next_command_seals_the_run_as_lost(self):
        run = self.detach(self.stubborn())
        self.started()
        self.kill(self.supervisor_pid(run), signal.SIGKILL)
        self.wait_until(lambda: not self.marked(), "no process of the tree is left")
        row = next(r for r in self.answer(0, "runs") if r["run_id"] == run)
        self.assertEqual(row["outcome"], "lost")
        self.assertEqual(self.proof(run)["console"]["outcome"], "lost")
        self.assertTrue(self.answer(0, "verify")["holds"])
        self.assertEqual([w["run_id"] for w in self.answer(0, "workspaces")], [run])
        self.answer(0, "release", run)
        self.assertEqual(self.git(self.repo, "worktree", "list").count("\n"), 1)

    def test_what_goes_on_after_supervisor_and_reapers_were_killed_together_is_ended_by_the_next_command(self):
        run = self.detach(self.stubborn())
        self.started()
        for pid in self.processes_with("supervise\0" + run):
            self.kill(pid, signal.SIGKILL)
        row = next(r for r in self.answer(0, "runs") if r["run_id"] == run)
        self.assertEqual(row["outcome"], "lost")
        self.wait_until(lambda: not self.marked(), "no process of the tree is left")

    def test_kill_9_at_any_moment_of_a_launch_leaves_nothing_or_something_that_release_removes(self):
        for step in range(12):
            before = set(r["run_id"] for r in self.answer(0, "runs"))
            starting = support.subprocess.Popen(
                [support.PROGRAM, "launch", "--detach", "--json", "--repository", self.repo, "--topology", "worktree", "--adapter",
                 "shell", "--", "true"], env=self.env, stdout=support.subprocess.DEVNULL, stderr=support.subprocess.DEVNULL,
                stdin=support.subprocess.DEVNULL)
            support.time.sleep(0.01 * step)
            for pid in self.processes_with("supervise\0wf-"):
                if self.belongs(pid):
                    self.kill(pid)
            starting.wait(timeout=support.DEADLINE_S)
            self.wait_until(lambda: not [p for p in self.processes_with("supervise\0wf-") if self.belongs(p)], "nobody supervises")
            for row in self.answer(0, "runs"):
                self.assertNotEqual(row["outcome"], "running")
            self.assertLessEqual(len(set(r["run_id"] for r in self.answer(0, "runs")) - before), 1)
        for entry in self.answer(0, "workspaces"):
            self.answer(0, "release", entry["run_id"])
        self.assertEqual(self.git(self.repo, "worktree", "list").count("\n"), 1)
        self.assertEqual(self.git(self.repo, "branch", "--list", "harnery/*"), "")
        self.git(self.repo, "fsck", "--strict")

    def test_the_terminal_log_holds_every_byte_and_survives(self):
        answer = self.launch(0, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--",
                             "seq 1 20000")
        with open(os.path.join(answer["directory"], "children", "a1.out"), "rb") as f:
            lines = f.read().replace(b"\r", b"").split()
        self.assertEqual(lines, [str(n).encode() for n in range(1, 20001)])

    def test_the_environment_of_a_child_is_scrubbed(self):
        self.env.update({"GIT_DIR": "/nowhere", "LD_LIBRARY_PATH": "/nowhere", "CLAUDE_CODE_SESSION": "x", "CODEX_THREAD_ID": "y",
                         "KEEP_ME": "yes"})
        answer = self.launch(0, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", "env")
        with open(os.path.join(answer["directory"], "children", "a1.out"), encoding="utf-8") as f:
            seen = f.read()
        for gone in ("GIT_DIR", "LD_LIBRARY_PATH", "CLAUDE_CODE_SESSION", "CODEX_THREAD_ID"):
            self.assertNotIn(gone, seen)
        self.assertIn("KEEP_ME=yes", seen)
        self.assertIn("HARNERY_WORKFLOW_RUN_ID=" + answer["run_id"], seen)


if __name__ == "__main__":
    support.main()
