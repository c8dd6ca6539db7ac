"""Every terminal the console may meet: it draws with what that one has, or says in one sentence what to do instead; at
every size; and however it ends, the terminal is as it was found and no process is left."""
import os
import random
import re
import signal
import time

import console
import support

MISUSE = 2
REFUSED = rb"need no screen"
# TERM, what it must not be sent, what must come. A terminal without another screen is sent no modes at all.
OLD = rb"\x1b\[\?(?:1049|2004|1004|100[0-6]|2026)[hl$]|\x1b\[[?>]\d*u|\x1b\[[34]8;|\x1b\[4:"
NAMES = (
    ("vt100", OLD + rb"|\x1b\[[349]\d?;?\d*m(?<!\x1b\[4m)", b"VERDICT"),
    ("linux", OLD, b"VERDICT"),
    ("screen", rb"\x1b\[[34]8;|\x1b\[4:", b"VERDICT"),
    ("screen-256color", rb"\x1b\[[34]8;2|\x1b\[4:", b"VERDICT"),
    ("tmux-256color", rb"\x1b\[[34]8;2", b"VERDICT"),
    ("xterm", rb"\x1b\[[34]8;|\x1b\[4:", b"VERDICT"),
    ("xterm-256color", rb"\x1b\[[34]8;2|\x1b\[4:", b"VERDICT"),
    ("dumb", rb"\x1b", REFUSED),
    ("unknown", rb"\x1b", REFUSED),
    ("no-such-terminal", rb"\x1b", REFUSED),
    ("x" * 4000, rb"\x1b", REFUSED),
    ("../../etc/passwd", rb"\x1b", REFUSED),
    ("", rb"\x1b", REFUSED),
    (None, rb"\x1b", REFUSED),
)
SIZES = ((1, 1), (1, 200), (2, 2), (5, 10), (24, 80), (500, 200), (3, 1000))
# What happens to the console (or, "guardian", to its parent), and how the guardian then ends; None: it was killed.
ENDS = (
    ("console", signal.SIGTERM, 0), ("console", signal.SIGHUP, 0), ("console", signal.SIGINT, 0), ("console", signal.SIGQUIT, 0),
    ("console", signal.SIGSEGV, 128 + signal.SIGSEGV), ("console", signal.SIGABRT, 128 + signal.SIGABRT),
    ("console", signal.SIGBUS, 128 + signal.SIGBUS), ("console", signal.SIGKILL, 128 + signal.SIGKILL),
    ("console", signal.SIGXCPU, 128 + signal.SIGXCPU),
    ("guardian", signal.SIGTERM, 0), ("guardian", signal.SIGHUP, 0), ("guardian", signal.SIGINT, 0), ("guardian", signal.SIGKILL, None),
)
SWITCHED = (b"?1049", b"?2004", b"?1004", b"?1002", b"?1006")


class Terminals(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def open(self, name="xterm-256color", words=b"VERDICT", **named):
        env = {k: v for k, v in self.env.items() if k != "TERM"}
        if name is not None:
            env["TERM"] = name
        c = console.Console([support.PROGRAM], env, self.repo, **named)
        self.addCleanup(c.close)
        self.assertTrue(c.drain_until(lambda: re.search(words, c.out) or c.ended()), f"{name}: {c.out[-300:]}")
        return c

    def end(self, c, says):
        self.assertTrue(c.drain_until(c.ended), says)
        while c.read(0.1):
            pass
        self.assertTrue(c.modes_kept(), says)
        self.wait_until(lambda: not self.processes_left(), f"{says}: no process left")

    def processes_left(self):
        return [p for p in map(int, filter(str.isdigit, os.listdir("/proc"))) if p != os.getpid() and self.belongs(p)]

    def assert_switched_off(self, out, says):
        for mode in SWITCHED:
            self.assertGreater(out.rfind(b"\x1b[" + mode + b"l"), out.rfind(b"\x1b[" + mode + b"h"), f"{says}: {mode}")
        self.assertGreater(out.rfind(b"\x1b[?25h"), out.rfind(b"\x1b[?25l"), says)
        self.assertGreaterEqual(out.rfind(b"\x1b[<u"), out.rfind(b"\x1b[>1u"), says)
        self.assertGreaterEqual(out.rfind(b"\x1b[?2026l"), out.rfind(b"\x1b[?2026h"), says)

    def test_each_terminal_gets_what_it_has_or_one_sentence(self):
        for name, never, words in NAMES:
            c = self.open(name, words)
            if words == REFUSED:
                self.end(c, name)
                self.assertEqual(len(c.out.strip().splitlines()), 1, c.out)
            else:
                c.type(b"q")
                self.end(c, name)
            self.assertIsNone(re.search(never, c.out), f"{name}: {re.search(never, c.out)}")
            c.close()

    def test_each_size_is_drawn(self):
        for rows, cols in SIZES:
            c = self.open(rows=rows, cols=cols, words=rb"\x1b\[2J")
            c.type(b"q")
            self.end(c, f"{rows}x{cols}")
            c.close()

    def test_a_storm_of_resizing_ends_with_the_last_size(self):
        chance = random.Random(5)
        c = self.open()
        for i in range(300):
            c.resize(chance.choice((1, 2, 5, 24, 60, 500)), chance.choice((1, 2, 10, 80, 200, 1000)))
            if i % 10 == 0:
                c.type(chance.choice((b"\t", b"2", b"3", b"1", b"?", b"\x1b[B")))
            c.read(0)
        c.type(b"\x1b[27u\x1b[27uL")
        for rows, cols in ((30, 90), (24, 80)):
            self.assertTrue(c.drain_until(lambda: not c.read(0.2)))
            c.out = b""
            c.resize(rows, cols)
            self.assertTrue(c.drain_until(lambda: b"VERDICT" in c.out), c.out[-500:])
        c.type(b"q")
        self.end(c, "storm")

    def test_however_it_ends_the_terminal_is_as_it_was_found(self):
        # A sanitizer's own handler would end the console in its own way.
        self.env["ASAN_OPTIONS"] = self.env.get("ASAN_OPTIONS", "") + ":handle_segv=0:handle_sigbus=0:handle_abort=0"
        for who, number, status in ENDS:
            says = f"{who}, {signal.Signals(number).name}"
            c = self.open()
            self.assertTrue(c.drain_until(lambda c=c: b"\x1b[>1u" in c.out), says)
            os.kill(c.console_pid() if who == "console" else c.pid, number)
            if status is None:
                self.assertTrue(c.drain_until(c.ended), says)
                self.wait_until(lambda: c.read(0.05) is not None and not self.processes_left(), says)
            else:
                self.end(c, says)
                self.assertEqual(c.status, status, says)
            while c.read(0.1):
                pass
            self.assert_switched_off(c.out, says)
            c.close()

    def test_interrupted_while_it_ends_it_ends_as_if_it_were_not(self):
        for number in (signal.SIGQUIT, signal.SIGINT):
            says = signal.Signals(number).name
            c = self.open()
            pid = c.console_pid()
            c.type(b"q")
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    break
                c.read(0.002)
            self.end(c, says)
            self.assertEqual(c.status, 0, says)
            self.assert_switched_off(c.out, says)
            c.close()

    def test_stopped_and_continued_it_draws_again(self):
        c = self.open()
        pid = c.console_pid()
        for _ in range(3):
            os.kill(pid, signal.SIGTSTP)
            self.assertTrue(c.drain_until(c.stopped))
            while c.read(0.1):
                pass
            self.assertTrue(c.modes_kept())
            self.assert_switched_off(c.out, "stopped")
            c.out = b""
            os.kill(c.pid, signal.SIGCONT)
            self.assertTrue(c.drain_until(lambda: b"VERDICT" in c.out and b"\x1b[?2004h" in c.out), c.out[-300:])
            self.assertIn(b"\x1b[>1u", c.out)
        c.type(b"q")
        self.end(c, "stopped and continued")

    def test_a_terminal_that_is_gone_leaves_no_process(self):
        c = self.open()
        os.close(c.slave)
        os.close(c.master)
        c.master = c.slave = -1
        self.wait_until(c.ended, "the guardian ends")
        self.wait_until(lambda: not self.processes_left(), "no process left")


if __name__ == "__main__":
    support.main()
