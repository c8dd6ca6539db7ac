"""world — what the measurements of panes share: a private home and repository, data, children, and the two peers.

A peer shows children in panes of an outer terminal that this process plays: Console is the built program with children
of the shell adapter, Tmux is tmux with a client attached. Both are drained the whole time unless a measurement says
otherwise. Everything made is below a private directory and removed; data is kept in BENCH_DATA between measurements.

    BENCH_PROGRAM   the program; build/release/bulkhead when not set
    BENCH_SIZES     "80x24 200x50"
    BENCH_ROUNDS    5; medians are told
    BENCH_MB        20; how much a child prints
    BENCH_QUICK=1   3 rounds, 4 MB, 80x24
    BENCH_DATA      ~/.cache/bulkhead-bench
"""
import fcntl
import json
import os
import pty
import random
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

HERE = os.path.dirname(os.path.realpath(__file__))
PROGRAM = os.path.realpath(os.environ.get("BENCH_PROGRAM", os.path.join(HERE, "..", "build", "release", "bulkhead")))
QUICK = os.environ.get("BENCH_QUICK", "") not in ("", "0")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3" if QUICK else "5"))
MB = int(os.environ.get("BENCH_MB", "4" if QUICK else "20"))
SIZES = [tuple(int(n) for n in word.split("x")) for word in os.environ.get("BENCH_SIZES", "80x24" if QUICK else "80x24 200x50").split()]
DATA = os.environ.get("BENCH_DATA", os.path.expanduser("~/.cache/bulkhead-bench"))
CHILD = os.path.join(HERE, "child.py")
PATIENCE_S = 180
HISTORY_LINES = 10000


# What children print.

def ascii_lines(n, _cols):
    return f"{n:08d} the quick brown fox jumps over the lazy dog, again and again and {n * 7919}\n"


def colour_lines(n, _cols):
    words = ("error:", "warning:", "note:", "in", "function", "of", "file", "object")
    return "".join(f"\033[{(n + i) % 5};38;5;{(n * 7 + i * 31) % 256}m{words[(n + i) % 8]}\033[0m " for i in range(10)) + "\n"


def unicode_lines(n, _cols):
    words = ("日本語", "текст", "\U0001f680", "e\u0301te\u0301", "한국어", "naïve", "─┼─", "中文字", "\U0001f469\u200d\U0001f4bb")
    return "".join(words[(n + i * 3) % 9] + " " for i in range(9)) + "\n"


def repaint_lines(n, _cols):
    first = "\033[?1049h\033[H" if n % 23 == 0 else ""
    return (f"{first}\033[{n % 23 + 1};1H\033[1;3{n % 8}m{n % 100000:5d}\033[0m \033[48;5;{n % 256}m{'a bar':<20}\033[m"
            f" some words of a row {n % 977}\033[K")


def full_ascii(n, cols):
    return (f"{n:08d} " + "the quick brown fox jumps over the lazy dog " * (cols // 40 + 1))[:cols - 2] + "\n"


def full_colour(n, cols):
    return "".join(f"\033[3{(n + i) % 8}mword{(n + i) % 100:02d}\033[0m " for i in range((cols - 2) // 7)) + "\n"


def full_wide(n, cols):
    return "".join(chr(0x4e00 + (n * 31 + i) % 5000) for i in range(cols // 2 - 1)) + "\n"


KINDS = {"ASCII": ascii_lines, "colour": colour_lines, "unicode": unicode_lines, "repaint": repaint_lines,
         "full-ascii": full_ascii, "full-colour": full_colour, "full-wide": full_wide}


def data(kind, size_bytes=None, lines=None, cols=80):
    """A file of so many bytes (whole lines) or lines of this kind; made once."""
    os.makedirs(DATA, exist_ok=True)
    path = os.path.join(DATA, f"{kind}-{size_bytes or 0}-{lines or 0}-{cols}.txt")
    if os.path.exists(path):
        return path
    with open(path + ".new", "w", encoding="utf-8") as f:
        done = n = 0
        while (size_bytes and done < size_bytes) or (lines and n < lines):
            line = KINDS[kind](n, cols)
            done += len(line.encode())
            n += 1
            f.write(line)
    os.rename(path + ".new", path)
    return path


# The outer terminal.

class Outer:
    """Runs a program in a terminal and reads what it prints, at so many bytes a second (None: as fast as it comes)."""

    def __init__(self, argv, env, directory, size, rate=None):
        cols, rows = size
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
            os.chdir(directory)
            os.execvpe(argv[0], argv, env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.rate = rate
        self.seen = 0
        self.last = time.monotonic()
        self.wanted = self.tail = b""
        self.found = threading.Event()
        self.found_at = 0
        self.closing = False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.drain, daemon=True)
        self.thread.start()

    def drain(self):
        while not self.closing:
            try:
                if not select.select([self.fd], [], [], 0.1)[0]:
                    continue
                part = os.read(self.fd, 65536 if self.rate is None else max(1, self.rate // 50))
            except OSError:
                return
            if not part:
                return
            self.notice(part)
            if b"\x1b[c" in part:
                os.write(self.fd, b"\x1b[?62;22c")
            if self.rate is not None:
                time.sleep(len(part) / self.rate)

    def notice(self, part):
        with self.lock:
            self.seen += len(part)
            self.last = time.monotonic()
            if self.wanted:
                self.tail = (self.tail + part)[-65536 - len(self.wanted):]
                if self.wanted in self.tail:
                    self.found_at = self.last
                    self.wanted = b""
                    self.found.set()

    def want(self, word):
        """From now on look for word; then found_when() waits for it."""
        with self.lock:
            self.wanted, self.tail = word, b""
            self.found.clear()

    def found_when(self, patience=PATIENCE_S):
        return self.found_at if self.found.wait(patience) else None

    def type(self, keys):
        os.write(self.fd, keys)

    def quiet(self, for_s=0.25, patience=20):
        until = time.monotonic() + patience
        while time.monotonic() < until and (self.seen == 0 or time.monotonic() - self.last < for_s):
            time.sleep(0.02)

    def close(self):
        self.rate = None
        self.closing = True
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                break
            if self.gone(3):
                break
        self.thread.join(1)
        os.close(self.fd)

    def gone(self, patience):
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    return True
            except ChildProcessError:
                return True
            time.sleep(0.02)
        return False


class World:
    """A private home with a repository; children wait at a gate and leave their results as files."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="bench-", dir=os.path.expanduser("~"))
        self.repository = os.path.join(self.home, "src")
        self.env = {"HOME": self.home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8",
                    "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": os.path.join(self.home, "run"), "COLORTERM": "truecolor"}
        os.mkdir(self.env["XDG_RUNTIME_DIR"], 0o700)
        os.mkdir(self.repository)
        subprocess.run(["git", "init", "-q", self.repository], env=self.env, check=True)
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            if self.owns(pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        shutil.rmtree(self.home, ignore_errors=True)

    def owns(self, pid):
        try:
            with open(f"/proc/{pid}/environ", "rb") as f:
                return f"HOME={self.home}\0".encode() in f.read()
        except OSError:
            return False

    def children(self, *commands):
        """child.py command lines, each with a place for its result: [(argv, result)]."""
        made = []
        for words in commands:
            self.count += 1
            result = os.path.join(self.home, f"result-{self.count}")
            made.append(([sys.executable, "-S", CHILD, result, *words], result))
        return made

    def results(self, children, patience=PATIENCE_S):
        """What each child wrote when it was done."""
        until = time.monotonic() + patience
        answers = []
        for _, result in children:
            while not os.path.exists(result + ".done"):
                if time.monotonic() > until:
                    raise SystemExit(f"a child did not come to its end within {patience} s")
                time.sleep(0.01)
            with open(result + ".done", encoding="utf-8") as f:
                answers.append(json.load(f))
        return answers

    def open_gates(self, children):
        for _, result in children:
            with open(result + ".go", "w", encoding="utf-8"):
                pass

    def wait_ready(self, children, patience=30):
        until = time.monotonic() + patience
        for _, result in children:
            while not os.path.exists(result + ".ready"):
                if time.monotonic() > until:
                    raise SystemExit("a child did not start")
                time.sleep(0.01)


def quoted(argv):
    return " ".join("'" + word + "'" for word in argv)


class Console:
    name = "bulkhead"

    def __init__(self, world, children, size, rate=None, shown=True):
        self.world, self.children, self.run_ids = world, children, []
        for at in range(0, len(children), 16):
            self.launch(children[at:at + 16])
        world.wait_ready(children)
        self.outer = None
        if shown:
            self.show(size, rate)

    def launch(self, children):
        request = {"repository": self.world.repository, "topology": "shared", "adapter": "shell", "style": "interactive",
                   "children": [{"prompt": "exec " + quoted(argv)} for argv, _ in children]}
        done = subprocess.run([PROGRAM, "launch", "--json", "--detach", "--request", "-"], input=json.dumps(request), text=True,
                              env=self.world.env, cwd=self.world.repository, capture_output=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        self.run_ids.append(json.loads(done.stdout)["run_id"])

    def show(self, size, rate=None):
        self.outer = Outer([PROGRAM, self.world.repository], self.world.env, self.world.repository, size, rate)
        self.outer.quiet()
        self.outer.type(b"P")
        self.outer.quiet()

    def pids(self):
        """{"console": […], "supervisor": […], "reaper": […]}: the program's own processes, not what runs in panes."""
        found = {"console": [], "supervisor": [], "reaper": []}
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            kind = self.kind_of(pid)
            if kind:
                found[kind].append(pid)
        return found

    def kind_of(self, pid):
        """None: no process of this program, or gone meanwhile."""
        try:
            if not self.world.owns(pid) or not is_program(pid):
                return None
            if not is_supervisor(pid):
                return "console"
            with open(f"/proc/{pid}/stat", "rb") as f:
                parent = int(f.read().rsplit(b")", 1)[1].split()[1])
            return "reaper" if self.world.owns(parent) and is_program(parent) and is_supervisor(parent) else "supervisor"
        except OSError:
            return None

    def close(self):
        if self.outer:
            self.outer.close()
        for run_id in self.run_ids:
            for _ in range(2):
                subprocess.run([PROGRAM, "stop", run_id], env=self.world.env, capture_output=True, check=False)
        until = time.monotonic() + 10
        while any(self.pids()[kind] for kind in ("supervisor", "reaper")) and time.monotonic() < until:
            time.sleep(0.05)
        for run_id in self.run_ids:
            shutil.rmtree(os.path.join(self.world.repository, ".harnery", "workflows", run_id, "children"), ignore_errors=True)


def is_program(pid):
    return os.readlink(f"/proc/{pid}/exe") == PROGRAM


def is_supervisor(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as f:
        return b"supervise" in f.read().split(b"\0")


class Tmux:
    name = "tmux"

    def __init__(self, world, children, size, rate=None, shown=True, windows=False):
        self.world, self.children, self.size = world, children, size
        world.count += 1  # a server that is ending still holds its name
        self.socket = os.path.join(world.home, f"tmux-{world.count}")
        self.conf = os.path.join(world.home, "tmux.conf")
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(f"set -g history-limit {HISTORY_LINES}\nset -g default-terminal tmux-256color\nset -g allow-rename off\n")
        cols, rows = size
        self.tmux("-f", self.conf, "new-session", "-d", "-x", str(cols), "-y", str(rows), quoted(children[0][0]))
        for argv, _ in children[1:]:
            self.tmux(*(["new-window", "-d"] if windows else ["split-window"]), quoted(argv))
            if not windows:
                self.tmux("select-layout", "tiled")
        if not windows:
            self.tmux("select-pane", "-t", "0")
        world.wait_ready(children)
        self.outer = None
        if shown:
            self.show(size, rate)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], env=self.world.env, check=True, capture_output=True, text=True).stdout

    def show(self, size, rate=None):
        self.outer = Outer(["tmux", "-S", self.socket, "attach"], self.world.env, self.world.repository, size, rate)
        self.outer.quiet()

    def pids(self):
        server = int(self.tmux("display-message", "-p", "#{pid}"))
        return {"server": [server], "client": [self.outer.pid] if self.outer else []}

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], env=self.world.env, check=False, capture_output=True)
        if self.outer:
            self.outer.close()


# Figures.

def figures_of_load():
    with open("/proc/loadavg", encoding="ascii") as f:
        return f.read().split()[0]


def begin(what):
    print(f"{what}: {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC, load {figures_of_load()}, {os.cpu_count()} processors, "
          f"median of {ROUNDS}", flush=True)


def median(values):
    return statistics.median(values)


def spread(values, form="{:.1f}"):
    return f"{form.format(median(values))} [{form.format(min(values))}-{form.format(max(values))}]"


def percentile(values, percent):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def shuffled(things):
    """The order of peers changes from round to round, so that neither always comes after the other."""
    things = list(things)
    random.shuffle(things)
    return things
