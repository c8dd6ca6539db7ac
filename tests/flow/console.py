"""console — the real console in a terminal whose other end this process holds, and may leave unread."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

ANSWERS = {b"\x1b[?u": b"\x1b[?0u", b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[c": b"\x1b[?62;22c"}


class Console:
    def __init__(self, argv, env, cwd, rows=24, cols=80, answers=True):
        self.out, self.answers, self.status = b"", answers, None
        self.master, self.slave = pty.openpty()
        self.resize(rows, cols)
        self.modes = termios.tcgetattr(self.slave)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for fd in range(3):
                os.dup2(self.slave, fd)
            os.chdir(cwd)
            os.execvpe(argv[0], argv, env)
        os.set_blocking(self.master, False)

    def resize(self, rows, cols):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def read(self, wait_s=0.05, most=65536):
        """What came, at most so much; answers what a terminal answers."""
        if not select.select([self.master], [], [], wait_s)[0]:
            return b""
        try:
            came = os.read(self.master, most)
        except OSError:
            return b""
        self.out += came
        if self.answers:
            for question, answer in ANSWERS.items():
                if question in came:
                    os.write(self.master, answer)
        return came

    def drain_until(self, condition, deadline_s=30):
        until = time.monotonic() + deadline_s
        while not condition():
            self.read()
            if time.monotonic() > until:
                return False
        return True

    def type(self, keys):
        os.write(self.master, keys)

    def console_pid(self):
        """The console is its guardian's only child."""
        try:
            with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as f:
                return int((f.read().split() or ["0"])[0])
        except OSError:
            return 0

    def ended(self):
        """Looks; then status is the exit status, or minus the signal."""
        if self.pid:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid == self.pid:
                self.pid, self.status = 0, os.waitstatus_to_exitcode(status)
        return self.pid == 0

    def stopped(self):
        pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
        return pid == self.pid and os.WIFSTOPPED(status)

    def modes_kept(self):
        return termios.tcgetattr(self.slave)[:4] == self.modes[:4]

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        for fd in (self.master, self.slave):
            if fd >= 0:
                os.close(fd)
        self.master = self.slave = -1
