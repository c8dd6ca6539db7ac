#!/usr/bin/env python3
"""latency — from a key written to the outer terminal until what the child prints for it stands there: idle, beside a pane
that scrolls without end, and beside one that repaints without end. Milliseconds, p50 and p99 of all rounds together,
against tmux with an attached, drained client. See world.py for what may be set.

    bench/latency.py [idle scroll repaint]
"""
import random
import sys
import time

import world
from child import SIGNS

KEYS = 60 if world.QUICK else 200
LOST_S = 5


def type_and_wait(outer, key):
    outer.want(chr(SIGNS + key).encode())
    began = time.monotonic()
    outer.type(bytes([97 + key]))
    at = outer.found_when(LOST_S)
    return (at - began) * 1000 if at else LOST_S * 1000


def once(place, peer, flood, size):
    children = place.children(*([("echo",)] + ([("flood", flood)] if flood else [])))
    shown = peer(place, children, size)
    try:
        place.open_gates(children)
        time.sleep(0.5)
        took, key = [], 0
        for _ in range(KEYS):
            key = (key + 1) % 20
            took.append(type_and_wait(shown.outer, key))
            time.sleep(random.uniform(0.004, 0.03))
        return took
    finally:
        shown.close()


def compare(place, what, size):
    flood = {"idle": None, "scroll": "ASCII", "repaint": "repaint"}[what]
    path = world.data(flood, 4000000) if flood else None
    took = {"bulkhead": [], "tmux": []}
    for _ in range(world.ROUNDS):
        for peer in world.shuffled((world.Console, world.Tmux)):
            took[peer.name] += once(place, peer, path, size)
    words = [f"{name} p50 {world.median(values):.2f} p99 {world.percentile(values, 99):.2f} ms" for name, values in took.items()]
    print(f"{size[0]}x{size[1]}  {what:8} {', '.join(words)}", flush=True)


def main():
    world.begin(f"latency, {KEYS} keys a round")
    with world.World() as place:
        for size in world.SIZES:
            for what in sys.argv[1:] or ("idle", "scroll", "repaint"):
                compare(place, what, size)


if __name__ == "__main__":
    main()
