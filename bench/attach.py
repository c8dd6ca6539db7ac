#!/usr/bin/env python3
"""attach — a child has printed 10 MB: from starting the program until the last words of the child stand on the outer
terminal, against tmux attach. Milliseconds. A program without the command attach is opened, and P typed at its first frame.

    bench/attach.py
"""
import subprocess
import time

import world

BAR_MS, BAR_RATIO = 150, 2
FIRST_FRAME_BYTES = 1000
LAST = "the end of 10 MB"


def history():
    """10 MB of colour whose last line is one that stands nowhere else."""
    path = world.data("colour", 10000000) + ".ended"
    with open(path, "wb") as f, open(path[:-len(".ended")], "rb") as of:
        f.write(of.read() + LAST.encode())
    return path


def has_attach():
    return subprocess.run([world.PROGRAM, "attach", "--help"], capture_output=True, check=False).returncode == 0


def attach(place, shown, size):
    """An outer terminal that has been told what to look for."""
    typed = shown.name == "bulkhead" and not has_attach()
    argv = ["tmux", "-S", shown.socket, "attach"] if shown.name == "tmux" else [world.PROGRAM, "attach", shown.run_ids[0]]
    outer = world.Outer([world.PROGRAM, place.repository] if typed else argv, place.env, place.repository, size)
    outer.want(LAST.encode())
    while typed and outer.seen < FIRST_FRAME_BYTES:
        time.sleep(0.001)
    if typed:
        outer.type(b"P")
    return outer


def once(place, peer, path, size):
    children = place.children(("stay", path))
    shown = peer(place, children, size, shown=False)
    try:
        place.open_gates(children)
        place.results(children)
        took = []
        for _ in range(3):
            began = time.monotonic()
            outer = attach(place, shown, size)
            at = outer.found_when(20)
            took.append((at - began) * 1000 if at else 20000.0)
            outer.close()
        return min(took[1:])
    finally:
        shown.close()


def main():
    world.begin("attach")
    path = history()
    with world.World() as place:
        for size in world.SIZES:
            took = {"bulkhead": [], "tmux": []}
            for _ in range(world.ROUNDS):
                for peer in world.shuffled((world.Console, world.Tmux)):
                    took[peer.name].append(once(place, peer, path, size))
            ratio = world.median(took["bulkhead"]) / world.median(took["tmux"])
            print(f"{size[0]}x{size[1]}  bulkhead {world.spread(took['bulkhead'])} ms (bar {BAR_MS}), tmux {world.spread(took['tmux'])}: "
                  f"{ratio:.1f} x (bar {BAR_RATIO})", flush=True)


if __name__ == "__main__":
    main()
