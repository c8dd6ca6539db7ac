#!/usr/bin/env python3
"""attach — a child has printed 10 MB: from starting the program until the last words of the child stand on the outer
terminal, against tmux attach. Milliseconds.

    bench/attach.py
"""
import subprocess
import time

import world

BAR_MS, BAR_RATIO = 150, 2
LAST = "the end of 10 MB"


def history():
    """10 MB of colour whose last line is one that stands nowhere else."""
    path = world.data("colour", 10000000) + ".ended"
    with open(path, "wb") as f, open(path[:-len(".ended")], "rb") as of:
        f.write(of.read() + LAST.encode())
    return path


def attach_argv(shown):
    if shown.name == "tmux":
        return ["tmux", "-S", shown.socket, "attach"]
    return [world.PROGRAM, "attach", shown.run_ids[0]]


def once(place, peer, path, size):
    children = place.children(("stay", path))
    shown = peer(place, children, size, shown=False)
    try:
        place.open_gates(children)
        place.results(children)
        took = []
        for _ in range(3):
            began = time.monotonic()
            outer = world.Outer(attach_argv(shown), place.env, place.repository, size)
            outer.want(LAST.encode())
            at = outer.found_when(20)
            took.append((at - began) * 1000 if at else 20000.0)
            outer.close()
        return min(took[1:])
    finally:
        shown.close()


def main():
    if subprocess.run([world.PROGRAM, "attach", "--help"], capture_output=True, check=False).returncode != 0:
        raise SystemExit("this program has no attach")
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
