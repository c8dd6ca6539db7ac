"""A terminal that takes nothing, or little, stops nothing: what children print is read, keys are heard, the end is clean."""
import os
import time

import console
import support

FLOOD = "i=0; while :; do i=$((i+1)); printf '\\033[H%0200d\\n%0200d\\n%0200d\\n' $i $i $i; done"


def io(pid, what):
    """rchar, wchar: bytes a process has read, has written."""
    with open(f"/proc/{pid}/io", encoding="ascii") as f:
        return int(f.read().split(what + ": ")[1].split()[0])


class StalledTerminal(support.Flow):
    def open_on_a_flood(self):
        repo = self.repository()
        self.run_id = self.answer(0, "launch", "--detach", "--repository", repo, "--topology", "shared", "--adapter", "shell", "--",
                                  FLOOD)["run_id"]
        c = console.Console([support.PROGRAM], self.env, repo)
        self.addCleanup(c.close)
        self.assertTrue(c.drain_until(lambda: b"VERDICT" in c.out), c.out)
        c.type(b"P")
        self.assertTrue(c.drain_until(lambda: b"0000000000000000000" in c.out), c.out[-2000:])
        return c

    def fill(self, c, pid):
        """Leaves the terminal unread until it takes nothing more, while the console goes on reading."""
        seen = {"read": io(pid, "rchar"), "written": io(pid, "wchar")}

        def is_full():
            if io(pid, "wchar") != seen["written"]:
                seen.update(read=io(pid, "rchar"), written=io(pid, "wchar"))
            return io(pid, "rchar") > seen["read"] + 400_000

        self.wait_until(is_full, "the console reads its viewers and writes no more")

    def end(self, c):
        self.assertTrue(c.drain_until(c.ended), c.out[-500:])
        while c.read(0.2):
            pass
        self.assertTrue(c.modes_kept())
        for off in (b"\x1b[?1049l", b"\x1b[?2004l", b"\x1b[?1004l", b"\x1b[?1002l", b"\x1b[<u"):
            self.assertIn(off, c.out[-400:])

    def test_what_children_print_is_read_while_the_terminal_takes_nothing(self):
        c = self.open_on_a_flood()
        self.fill(c, c.console_pid())
        c.type(b"\x02q")
        self.end(c)

    def test_a_key_that_quits_is_heard_while_the_terminal_takes_nothing(self):
        c = self.open_on_a_flood()
        pid = c.console_pid()
        self.fill(c, pid)
        c.type(b"\x02q")
        self.wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "the console ends although its last words are not taken")
        self.end(c)

    def test_frames_are_left_out_for_a_terminal_that_takes_20_kb_a_second(self):
        c = self.open_on_a_flood()
        pid = c.console_pid()
        began, taken, before = time.monotonic(), 0, io(pid, "rchar")
        while io(pid, "rchar") - before < 3_000_000 and time.monotonic() - began < support.DEADLINE_S:
            behind = taken - 20_000 * (time.monotonic() - began)
            taken += len(c.read(max(behind / 20_000, 0.01), 1000)) if behind <= 0 else 0
        self.assertGreaterEqual(io(pid, "rchar") - before, 3_000_000)
        self.assertLess(io(pid, "wchar"), 1_000_000)
        c.type(b"\x02q")
        self.end(c)


if __name__ == "__main__":
    support.main()
