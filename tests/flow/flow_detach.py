"""Runs outlive the console: its terminal is closed, its session hangs up, it is killed; and the hook it calls."""
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import time

import support
from viewer import Viewer


class Console:
    """The console in a terminal of its own, as a login shell's child would have it."""

    def __init__(self, flow, *args, rows=30, cols=100, **env):
        self.flow = flow
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.process = subprocess.Popen([support.PROGRAM, *args], stdin=slave, stdout=slave, stderr=slave, cwd=flow.repo,
                                        env={**flow.env, **env}, start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        os.set_blocking(self.master, False)
        self.seen = b""
        flow.addCleanup(self.close)

    def close(self):
        if self.master >= 0:
            os.close(self.master)
        self.master = -1

    def read(self):
        try:
            self.seen += os.read(self.master, 65536)
        except OSError:
            pass
        return self.seen

    def wait_for(self, words):
        self.flow.wait_until(lambda: words.encode() in self.read(), f"{words!r} on the screen; there is {self.seen[-2000:]!r}")

    def type(self, text):
        os.write(self.master, text.encode())

    def ended(self):
        self.flow.wait_until(lambda: self.read() is not None and self.process.poll() is not None, "the console ends")
        return self.process.returncode


class Detach(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()
        answer = self.launch(0, "--detach", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--style",
                             "interactive", "--",
                             "stty -echo; seq 1 500; echo ready; while read -r line; do echo \"told<$line>\"; done")
        self.run_id = answer["run_id"]

    def attached(self, word="one", **env):
        """The painted bytes are differences, so what arrived at the child is asked of a viewer."""
        console = Console(self, "attach", self.run_id, **env)
        console.wait_for("ready")
        self.tell(console, word)
        return console

    def tell(self, console, word):
        console.type(word + "\r")
        v = Viewer(self, self.run_id)
        v.wait_for_output(f"told<{word}>")
        v.close()
        console.read()

    def everything(self):
        v = Viewer(self, self.run_id)
        v.wait_for_output("told<one>")
        v.close()
        return v

    def goes_on_after(self, end):
        console = self.attached()
        before = self.everything()
        end(console)
        after = self.everything()
        self.assertEqual(after.output, before.output)
        self.assertEqual(after.sizes, before.sizes)
        again = self.attached("two")
        again.type("\x02q")
        self.assertEqual(again.ended(), 0)
        self.assertIn(f"{self.run_id}  shell  a1 ".encode(), again.seen)
        self.answer(0, "stop", self.run_id)

    def test_the_terminal_is_closed(self):
        def end(console):
            console.close()
            console.ended()
        self.goes_on_after(end)

    def test_the_session_hangs_up(self):
        def end(console):
            os.killpg(console.process.pid, signal.SIGHUP)
            console.ended()
        self.goes_on_after(end)

    def test_the_console_and_its_guardian_are_killed(self):
        def end(console):
            with open(f"/proc/{console.process.pid}/task/{console.process.pid}/children", encoding="ascii") as f:
                inner = int(f.read().split()[0])
            os.kill(console.process.pid, signal.SIGKILL)
            os.kill(inner, signal.SIGKILL)
            console.ended()
        self.goes_on_after(end)

    def test_a_console_for_which_there_is_no_place_says_so(self):
        places = [Viewer(self, self.run_id) for _ in range(16)]
        places[-1].wait_for_output("ready")
        console = Console(self, "attach", self.run_id)
        console.wait_for("As many viewers as there may be")
        for place in places:
            place.close()
        self.answer(0, "stop", self.run_id)

    # told to end while another program has its terminal

    def lend(self, pager):
        """A console whose pane is shown in this pager, which writes its own number to the file that is returned."""
        note = os.path.join(self.scratch, "pager")
        script = os.path.join(self.scratch, "pager.sh")
        with open(script, "w", encoding="utf-8") as f:
            f.write(f"echo $$ > '{note}.new'; mv '{note}.new' '{note}'\n{pager}\n")
        console = self.attached(PAGER=f"sh {script}")
        console.modes = termios.tcgetattr(console.master)
        console.type("\x02[p")
        self.wait_until(lambda: console.read() is not None and os.path.exists(note), "the pager runs")
        with open(note, encoding="ascii") as f:
            return console, int(f.read())

    def ends_with_its_pager(self, pager, number):
        console, pid = self.lend(pager)
        began = time.monotonic()
        console.process.send_signal(number)
        console.ended()
        self.assertLess(time.monotonic() - began, 10)
        self.assertFalse(self.is_there(pid))
        self.assertIn(b"\033[?1049l", console.seen[console.seen.rindex(b"\033[?1049h"):])
        self.assertTrue(termios.tcgetattr(console.master)[3] & termios.ICANON)
        self.answer(0, "stop", self.run_id)

    def is_there(self, pid):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True

    def test_a_console_told_to_end_ends_while_its_pager_runs(self):
        self.ends_with_its_pager("sleep 1000", signal.SIGTERM)

    def test_a_console_hung_up_ends_while_its_pager_hears_nothing(self):
        self.ends_with_its_pager("trap '' TERM HUP; stty raw -echo; while :; do sleep 1000; done", signal.SIGHUP)

    def test_two_consoles_and_one_types(self):
        one = self.attached()
        two = Console(self, "attach", self.run_id)
        two.wait_for("ready")
        two.type("x")
        two.wait_for("Another viewer types into this run")
        two.type("\x02t")
        two.wait_for("You type into this run now")
        self.tell(two, "two")
        one.type("y")
        one.wait_for("Another viewer types into this run")

    def test_a_supervisor_that_does_not_answer_is_said_and_holds_nothing_up(self):
        supervisor = self.supervisor_pid(self.run_id)
        self.kill(supervisor, signal.SIGSTOP)
        self.addCleanup(self.wake, supervisor)
        for args in ((), (self.run_id,)):
            began = support.time.monotonic()
            console = Console(self, "attach", *args)
            console.wait_for("A live run does not answer")
            console.type("L")
            console.wait_for("VERDICT")
            self.assertLess(support.time.monotonic() - began, 5)
            self.assertNotIn(b"Nobody is working", console.seen)
            self.assertNotIn(b"not live", console.seen)
            console.type("q")
            self.assertEqual(console.ended(), 0)
        other = self.launch(0, "--detach", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--style",
                            "interactive", "--", "echo other; sleep 1000")["run_id"]
        console = Console(self, "attach", other)
        console.wait_for("other")
        console.wait_for(f"The supervisor of run {self.run_id} does not answer")
        self.wake(supervisor)
        console.wait_for("ready")

    # notices

    def calls(self, path):
        with open(path, encoding="utf-8") as f:
            return [line.split("|") for line in f.read().splitlines()]

    def hook(self, body):
        path = os.path.join(self.scratch, "hook")
        with open(path, "w", encoding="utf-8") as f:
            f.write(f"#!/bin/sh\n{body}\n")
        os.chmod(path, 0o700)
        return path

    def test_a_program_is_told_run_child_and_state_and_the_terminal_rings(self):
        out = os.path.join(self.scratch, "calls")
        open(out, "w", encoding="utf-8").close()
        console = self.attached(BULKHEAD_NOTIFY=self.hook(f"echo \"$#|$1|$2|$3\" >> {out}"), BULKHEAD_OSC9="1")
        fresh = self.launch(0, "--detach", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--style",
                            "interactive", "--", "printf '\\033]9;may $(touch x) I; 4;3?\\033\\\\'; read -r line; exit 3")["run_id"]
        self.wait_until(lambda: self.calls(out), "the program is called")
        self.assertEqual(self.calls(out)[0], ["3", fresh, "a1", "wants you"])
        console.wait_for("\x1b]9;bulkhead: shell a1 wants you: may $(touch x) I; 4;3?\x07\x07")
        v = Viewer(self, fresh, watch=False)
        v.keys("\r")
        self.wait_until(lambda: len(self.calls(out)) == 2, "it is called once more")
        self.assertEqual(self.calls(out)[1], ["3", fresh, "a1", "failed"])
        console.wait_for("shell a1 failed: exit 3")

    def test_who_goes_on_ringing_is_told_once_until_it_is_answered(self):
        out = os.path.join(self.scratch, "calls")
        open(out, "w", encoding="utf-8").close()
        self.attached(BULKHEAD_NOTIFY=self.hook(f"echo \"$1|$2|$3\" >> {out}"))
        fresh = self.launch(0, "--detach", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--style",
                            "interactive", "--", "for i in 1 2 3 4 5 6 7 8 9; do printf '\\a'; sleep 0.2; done; touch rung; read -r line; "
                            "sleep 1; printf '\\a'; read -r line; exit 3")["run_id"]
        self.wait_until(lambda: self.calls(out), "the program is called")
        v = Viewer(self, fresh, watch=False)
        self.wait_until(lambda: os.path.exists(os.path.join(self.repo, "rung")), "it has rung nine times")
        v.keys("\r")
        self.wait_until(lambda: len(self.calls(out)) == 2, "the call after the answer is told")
        v.keys("\r")
        self.wait_until(lambda: len(self.calls(out)) == 3, "its end is told")
        self.assertEqual(self.calls(out), [[fresh, "a1", state] for state in ("wants you", "wants you", "failed")])

    def test_a_program_that_fails_is_said_once_and_one_that_hangs_blocks_nothing(self):
        console = self.attached(BULKHEAD_NOTIFY="relative/path", BULKHEAD_BELL="0")
        other = self.launch(0, "--detach", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--style",
                            "interactive", "--", "printf '\\a'; read -r line; sleep 1000")["run_id"]
        console.wait_for("which is not a program with an absolute path")
        self.assertNotIn(b"\x07", console.seen)
        console.close()
        console.ended()
        hanging = self.attached(BULKHEAD_NOTIFY=self.hook("exec >/dev/null 2>&1; sleep 1000"))
        v = Viewer(self, other, watch=False)
        v.keys("\r")
        self.answer(0, "launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", "sleep 1")
        self.wait_until(lambda: [p for p in self.processes_with("hook") if self.belongs(p)], "the program runs")
        self.tell(hanging, "two")
        hanging.type("\x02q")
        self.assertEqual(hanging.ended(), 0)
        self.wait_until(lambda: not [p for p in self.processes_with("hook") if self.belongs(p)], "it ends by itself")


if __name__ == "__main__":
    support.main()
