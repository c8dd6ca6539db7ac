"""support — a private home, real repositories and the real program for a flow.

A flow is a unittest.TestCase whose methods read as sentences. Its scratch lies outside temporary directories, since a
policy refuses workspaces there, and is removed at the end whatever happened.
"""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["TEST_PROGRAM"]
DEADLINE_S = 60


def scratch_root():
    root = os.environ.get("BULKHEAD_TEST_SCRATCH") or os.path.expanduser("~/.cache/bulkhead-check")
    os.makedirs(root, exist_ok=True)
    return os.path.realpath(root)


class Flow(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.scratch = tempfile.mkdtemp(prefix="flow-", dir=scratch_root())
        self.addCleanup(self.remove_scratch)
        self.home = os.path.join(self.scratch, "home")
        os.mkdir(self.home)
        self.state = os.path.join(self.home, ".local", "state", "bulkhead")
        self.env = {
            "HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "XDG_STATE_HOME": os.path.join(self.home, ".local", "state"),
            "XDG_CONFIG_HOME": os.path.join(self.home, ".config"),
            "XDG_RUNTIME_DIR": os.path.join(self.home, "run"),
            "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.invalid",
            "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.invalid",
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.env[name] = os.environ[name]
        os.mkdir(self.env["XDG_RUNTIME_DIR"], 0o700)

    def only(self, *programs):
        """A PATH that holds these programs and no other, whatever is installed on the machine."""
        place = os.path.join(self.scratch, "only")
        os.makedirs(place, exist_ok=True)
        for name in programs:
            os.symlink(shutil.which(name), os.path.join(place, name))
        return place

    def belongs(self, pid):
        """Was this process started with this flow's private home?"""
        try:
            with open(f"/proc/{pid}/environ", "rb") as f:
                return f"HOME={self.home}\0".encode() in f.read()
        except OSError:
            return False

    def end_what_is_left(self):
        """What a flow that failed half-way left running: everything with its private home."""
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            if self.belongs(pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

    def remove_scratch(self):
        self.end_what_is_left()
        for directory, names, _ in os.walk(self.scratch):
            for name in names:
                path = os.path.join(directory, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
        shutil.rmtree(self.scratch, ignore_errors=True)

    # git

    def git(self, directory, *args, check=True):
        done = subprocess.run(["git", "-C", directory, *args], env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=DEADLINE_S)
        if check and done.returncode != 0:
            self.fail(f"git {' '.join(args)}: {done.stderr}")
        return done.stdout

    def repository(self, name="orders"):
        path = os.path.join(self.scratch, name)
        os.makedirs(os.path.join(path, "src"))
        self.git(path, "init", "-q", "-b", "main")
        for relative, content in (("readme.txt", "hello\n"), ("src/total.txt", "1\n"), (".gitignore", "*.o\n")):
            with open(os.path.join(path, relative), "w", encoding="utf-8") as f:
                f.write(content)
        self.git(path, "add", "-A")
        self.git(path, "commit", "-q", "-m", "first")
        return os.path.realpath(path)

    # the program

    def run_program(self, *args, stdin=None, cwd=None):
        return subprocess.run([PROGRAM, *args], env=self.env, input=stdin, capture_output=True, text=True, cwd=cwd or self.home,
                              timeout=DEADLINE_S, **({} if stdin is not None else {"stdin": subprocess.DEVNULL}))

    def answer(self, status, *args, **named):
        """Run with --json, expect this exit status, give the parsed answer."""
        done = self.run_program(*args[:1], "--json", *args[1:], **named)
        self.assertEqual(done.returncode, status, f"{args}\n{done.stdout}\n{done.stderr}")
        return json.loads(done.stdout)

    def proof(self, run_id):
        return self.answer(0, "show", run_id)

    def launch(self, status, *args):
        return self.answer(status, "launch", *args)

    def wait_until(self, condition, what):
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            if condition():
                return
            time.sleep(0.02)
        self.fail(f"not within {DEADLINE_S} s: {what}")

    def listing(self, *roots):
        """path -> (inode, mtime, mode, size or link): what an untouched disk is compared by."""
        found = {}
        for root in roots:
            for directory, names, files in os.walk(root):
                for name in [""] + names + files:
                    path = os.path.join(directory, name) if name else directory
                    st = os.lstat(path)
                    found[path] = (st.st_ino, st.st_mtime_ns, st.st_mode, st.st_size)
        return found

    def processes_with(self, word):
        """pids whose command line holds word."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as f:
                    line = f.read()
            except OSError:
                continue
            if word.encode() in line and int(pid) != os.getpid():
                found.append(int(pid))
        return found

    def supervisor_pid(self, run_id):
        found = [pid for pid in self.processes_with("supervise\0" + run_id)]
        self.assertTrue(found, "no supervisor is running")
        return min(found)

    def kill(self, pid, number=signal.SIGKILL):
        os.kill(pid, number)

    def wake(self, pid):
        """A process that was stopped goes on, unless it has ended meanwhile."""
        try:
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass


def main():
    unittest.main(verbosity=2)
