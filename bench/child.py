"""child — what runs in a pane while it is measured. RESULT.ready is made when it has started; it begins when RESULT.go is
there, and leaves what it found in RESULT.done.

    child.py RESULT print FILE        prints the file, asks where the cursor is, and is done when the answer came
    child.py RESULT flood FILE        prints the file again and again, and tells how much when RESULT.stop is there
    child.py RESULT echo              for every key prints one sign that stands nowhere else
    child.py RESULT stay [FILE]       prints the file, then nothing until it is killed
"""
import json
import os
import select
import sys
import termios
import time

SIGNS = 0x2460  # circled numbers


def finish(result, answer):
    with open(result + ".new", "w", encoding="utf-8") as f:
        json.dump(answer, f)
    os.rename(result + ".new", result + ".done")


def one_by_one():
    """Keys come as they are typed and are not echoed; lines are still ended by the terminal."""
    modes = termios.tcgetattr(0)
    modes[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(0, termios.TCSANOW, modes)


def write(block):
    view = memoryview(block)
    while view:
        view = view[os.write(1, view):]


def gate(result):
    with open(result + ".ready", "w", encoding="utf-8"):
        pass
    while not os.path.exists(result + ".go"):
        time.sleep(0.005)


def answered():
    """The answer to a question that is put behind everything printed."""
    write(b"\033[6n")
    got = b""
    while not got.endswith(b"R"):
        got += os.read(0, 64)


def print_file(result, path):
    with open(path, "rb") as f:
        content = f.read()
    gate(result)
    began = time.monotonic()
    for at in range(0, len(content), 65536):
        write(content[at:at + 65536])
    answered()
    ended = time.monotonic()
    finish(result, {"bytes": len(content), "began": began, "ended": ended})


def flood(result, path):
    with open(path, "rb") as f:
        content = f.read()
    gate(result)
    began, done = time.monotonic(), 0
    while not os.path.exists(result + ".stop"):
        for at in range(0, len(content), 65536):
            write(content[at:at + 65536])
            done += len(content[at:at + 65536])
            if at % (16 * 65536) == 0 and os.path.exists(result + ".stop"):
                break
    finish(result, {"bytes": done, "began": began, "ended": time.monotonic()})


def echo(result):
    gate(result)
    while True:
        for key in os.read(0, 64):
            if 97 <= key <= 122:
                write(("\r" + chr(SIGNS + key - 97)).encode())


def stay(result, path=None):
    gate(result)
    if path:
        with open(path, "rb") as f:
            write(f.read())
        answered()
    finish(result, {})
    while True:
        select.select([], [], [])


if __name__ == "__main__":
    one_by_one()
    {"print": print_file, "flood": flood, "echo": echo, "stay": stay}[sys.argv[2]](sys.argv[1], *sys.argv[3:])
