"""Replays and exports of recorded terminals: what is written, refused and never overwritten."""
import glob
import json
import os
import pty
import shutil
import subprocess
import unittest

import support

PRINTS = r"printf 'one \033[31mred\033[0m\n'; printf '\346'; sleep 0.1; printf '\227\245 \377\n'; printf 'last'"


class Replay(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()
        self.run_id = self.launch(0, "--adapter", "shell", "--topology", "shared", "--repository", self.repo, "--", PRINTS)["run_id"]
        self.children = glob.glob(os.path.join(self.repo, ".harnery", "workflows", self.run_id, "children"))[0]
        self.cast = os.path.join(self.home, "run.cast")

    def said(self, status, *args):
        done = self.run_program("replay", *args)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def parsed(self, text):
        """A cast as the format has it: a header, then [time, kind, data] with times that do not go back."""
        header, *events = [json.loads(line) for line in text.split("\n")[:-1]]
        self.assertEqual(header["version"], 2)
        for key in ("width", "height", "timestamp"):
            self.assertIsInstance(header[key], int)
        last = 0
        for at, kind, data in events:
            self.assertGreaterEqual(at, last)
            self.assertIn(kind, ("o", "r"))
            data.encode("utf-8")
            last = at
        return header, events

    def export(self, *more):
        done = self.run_program("replay", self.run_id, "a1", "--export", "-", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.parsed(done.stdout)

    def test_an_export_holds_what_was_printed_with_whole_characters(self):
        header, events = self.export("--idle-limit", "3")
        self.assertEqual((header["width"], header["height"], header["idle_time_limit"]), (80, 24, 3))
        self.assertIn(self.run_id, header["title"])
        self.assertEqual("".join(data for _, kind, data in events if kind == "o"),
                         "one \x1b[31mred\x1b[0m\r\n日 \ufffd\r\nlast")
        self.assertGreaterEqual(events[-1][0], 0.1)

    def test_a_file_is_written_whole_and_never_over_another(self):
        answer = self.answer(0, "replay", self.run_id, "a1", "--export", self.cast)
        with open(self.cast, encoding="utf-8") as f:
            written = f.read()
        self.assertEqual(answer["events"], len(self.parsed(written)[1]))
        self.assertEqual(os.stat(self.cast).st_mode & 0o777, 0o600)
        with open(self.cast, "w", encoding="utf-8") as f:
            f.write("mine")
        self.assertIn("--force", self.said(2, self.run_id, "a1", "--export", self.cast))
        with open(self.cast, encoding="utf-8") as f:
            self.assertEqual(f.read(), "mine")
        self.answer(0, "replay", self.run_id, "a1", "--export", self.cast, "--force")
        with open(self.cast, encoding="utf-8") as f:
            self.assertEqual(f.read(), written)
        os.symlink(self.cast, self.cast + ".link")
        self.said(2, self.run_id, "a1", "--export", self.cast + ".link", "--force")
        self.said(2, self.run_id, "a1", "--export", self.home, "--force")
        self.said(4, self.run_id, "a1", "--export", os.path.join(self.home, "nowhere", "x.cast"))
        self.assertEqual(sorted(name for name in os.listdir(self.home) if "cast" in name), ["run.cast", "run.cast.link"])

    def test_a_disk_that_is_full_leaves_nothing(self):
        before = sorted(os.listdir(self.home))
        done = subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", support.PROGRAM, "replay", self.run_id, "a1", "--export",
                               self.cast], env=self.env, capture_output=True, text=True, cwd=self.home, timeout=support.DEADLINE_S)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(sorted(os.listdir(self.home)), before)

    def test_what_cannot_be_replayed_says_why(self):
        refused = self.answer(3, "launch", "--repository", self.repo, "--mode", "workspace-write", "--adapter", "claude-code", "--", "x")
        self.assertIn("no run", self.said(2, "nosuchrun", "a1").lower())
        self.assertIn("a1", self.said(2, self.run_id, "a7"))
        self.assertIn("refused", self.said(2, refused["run_id"], "a1"))
        self.assertIn("terminal", self.said(2, self.run_id, "a1"))
        self.said(2, self.run_id, "a1", "--force")
        self.said(2, self.run_id, "a1", "--export", "-", "--json")
        self.said(2, self.run_id, "a1", "--export", "-", "--speed", "2")
        os.remove(os.path.join(self.children, "a1.timing"))
        self.assertIn("no terminal log", self.said(2, self.run_id, "a1"))

    def test_a_damaged_log_is_not_exported_and_told(self):
        with open(os.path.join(self.children, "a1.timing"), "a", encoding="utf-8") as f:
            f.write("nothing\n")
        self.assertIn("nothing was exported", self.said(1, self.run_id, "a1", "--export", self.cast).lower())
        self.assertFalse(os.path.exists(self.cast))
        told = self.answer(1, "replay", self.run_id, "a1")
        self.assertIsNotNone(told["damage"])
        self.assertEqual(told["seal"], "broken")

    def test_a_changed_log_is_exported_with_a_word_and_a_status(self):
        out = os.path.join(self.children, "a1.out")
        with open(out, "rb") as f:
            data = f.read()
        with open(out, "wb") as f:
            f.write(data.replace(b"last", b"LAST"))
        done = self.run_program("replay", self.run_id, "a1", "--export", self.cast)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("not what was sealed", done.stderr)
        with open(self.cast, encoding="utf-8") as f:
            self.assertIn("LAST", f.read())

    def test_a_run_that_still_goes_on_is_exported_so_far(self):
        launched = self.launch(0, "--detach", "--adapter", "shell", "--topology", "shared", "--repository", self.repo, "--",
                               "echo so far; exec sleep 60")
        run = launched["run_id"]
        self.wait_until(lambda: self.answer(0, "replay", run, "a1")["bytes"] > 0, "something was printed")
        told = self.answer(0, "replay", run, "a1")
        self.assertEqual((told["ended"], told["seal"]), (False, "unknown"))
        done = self.run_program("replay", run, "a1", "--export", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("so far", done.stdout)
        self.assertIn("no end yet", done.stderr)
        self.answer(0, "stop", run)
        self.wait_until(lambda: self.answer(0, "runs")[0]["outcome"] != "running", "the run is sealed")

    @unittest.skipUnless(shutil.which("asciinema"), "the program asciinema is not here")
    def test_asciinema_plays_what_was_exported(self):
        self.answer(0, "replay", self.run_id, "a1", "--export", self.cast)
        printed, status = self.in_terminal("asciinema", "cat", self.cast)
        self.assertEqual(status, 0, printed)
        self.assertIn("日 \ufffd\r\n".encode(), printed)
        self.assertNotIn(b"Traceback", printed)

    def in_terminal(self, *argv):
        """What a program prints on a terminal of its own, and its exit status."""
        pid, fd = pty.fork()
        if pid == 0:
            os.execvpe(argv[0], argv, self.env)
        printed = b""
        while True:
            try:
                part = os.read(fd, 4096)
            except OSError:
                part = b""
            if not part:
                break
            printed += part
        os.close(fd)
        return printed, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    support.main()
