#!/usr/bin/env python3
"""startup — time from exec to the first painted frame, and processor time over an idle while, for the console and its
neighbours tmux and tig where they are installed. Interleaved rounds; prints medians and the ratio to tmux.

    bench/startup.py build/release/bulkhead [REPOSITORY]

A frame counts as painted when 20 ms have passed without output after the first 200 bytes.
"""
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

ROUNDS = 11
IDLE_S = 3.0


def spawn(argv, env, directory):
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(directory)
        os.execvpe(argv[0], argv, env)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    return pid, fd


def first_frame(fd, began):
    seen, last = 0, None
    while time.monotonic() - began < 10:
        ready, _, _ = select.select([fd], [], [], 0.02)
        if ready:
            try:
                data = os.read(fd, 65536)
            except OSError:
                break
            seen += len(data)
            last = time.monotonic()
            if b"\x1b[c" in data or b"\x1b[6n" in data:
                os.write(fd, b"\x1b[?62;22c")
        elif seen >= 200:
            return (last - began) * 1000
    return None


def tree(pid):
    found, at = [pid], 0
    while at < len(found):
        try:
            with open(f"/proc/{found[at]}/task/{found[at]}/children", encoding="ascii") as f:
                found += [int(p) for p in f.read().split()]
        except OSError:
            pass
        at += 1
    return found


def ticks(pid):
    total = 0
    for p in tree(pid):
        try:
            with open(f"/proc/{p}/stat", encoding="ascii") as f:
                fields = f.read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        except OSError:
            pass
    return total


def measure(argv, env, directory, idle):
    began = time.monotonic()
    pid, fd = spawn(argv, env, directory)
    took = first_frame(fd, began)
    used = None
    if idle:
        before, until = ticks(pid), time.monotonic() + IDLE_S
        while time.monotonic() < until:
            if select.select([fd], [], [], 0.1)[0]:
                os.read(fd, 65536)
        used = (ticks(pid) - before) * 1000 / os.sysconf("SC_CLK_TCK") / IDLE_S
    for p in reversed(tree(pid)):
        try:
            os.kill(p, signal.SIGTERM)
        except ProcessLookupError:
            pass
    os.close(fd)
    os.waitpid(pid, 0)
    return took, used


def main():
    program = os.path.realpath(sys.argv[1])
    directory = os.path.realpath(sys.argv[2] if len(sys.argv) > 2 else ".")
    home = tempfile.mkdtemp(prefix="bench-startup-", dir=os.path.expanduser("~"))
    env = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    peers = {"bulkhead": [program, directory]}
    if shutil.which("tmux"):
        peers["tmux"] = ["tmux", "-S", os.path.join(home, "s"), "-f", "/dev/null", "new-session", "cat"]
    if shutil.which("tig"):
        peers["tig"] = ["tig"]
    times = {name: [] for name in peers}
    idle = {}
    try:
        for number in range(ROUNDS):
            for name, argv in peers.items():
                took, used = measure(argv, env, directory, number == 0)
                if took is not None:
                    times[name].append(took)
                if used is not None:
                    idle[name] = used
                if name == "tmux":
                    os.system(f"tmux -S {os.path.join(home, 's')} kill-server 2>/dev/null")
    finally:
        shutil.rmtree(home, ignore_errors=True)
    base = statistics.median(times["tmux"]) if times.get("tmux") else None
    for name, values in times.items():
        median = statistics.median(values)
        ratio = f", {median / base:.2f} of tmux" if base else ""
        print(f"{name}: first frame {median:.0f} ms (median of {len(values)}, {min(values):.0f}-{max(values):.0f}){ratio}; "
              f"idle {idle[name]:.1f} ms of processor a second")


if __name__ == "__main__":
    main()
