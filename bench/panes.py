#!/usr/bin/env python3
"""panes — how fast children print into panes: until the answer to a question behind everything printed came back, for one
pane and for four at once, against tmux with an attached, drained client. See world.py for what may be set.

    bench/panes.py [KIND...]     ASCII colour unicode repaint
"""
import sys

import world

BARS = {"ASCII": 2.0, "colour": 3.0, "unicode": 5.0, "repaint": 4.0}
FAIR = 0.9


def once(place, peer, path, count, size):
    children = place.children(*[("print", path)] * count)
    shown = peer(place, children, size)
    try:
        place.open_gates(children)
        done = place.results(children)
    finally:
        shown.close()
    began, ended = min(d["began"] for d in done), [d["ended"] for d in done]
    total = sum(d["bytes"] for d in done)
    return total / 1e6 / (max(ended) - began), (min(ended) - began) / (max(ended) - began)


def compare(place, kind, count, size):
    path = world.data(kind, world.MB * 1000000 // (1 if count == 1 else count))
    rates, fair = {"bulkhead": [], "tmux": []}, {"bulkhead": [], "tmux": []}
    for _ in range(world.ROUNDS):
        for peer in world.shuffled((world.Console, world.Tmux)):
            rate, even = once(place, peer, path, count, size)
            rates[peer.name].append(rate)
            fair[peer.name].append(even)
    ratio = world.median([ours / theirs for ours, theirs in zip(rates["bulkhead"], rates["tmux"])])
    even = f"  fastest to slowest {world.median(fair['bulkhead']):.2f} (tmux {world.median(fair['tmux']):.2f}, bar {FAIR})" if count > 1 else ""
    print(f"{size[0]}x{size[1]}  {count} x {kind:8}  {world.spread(rates['bulkhead'])} MB/s, tmux {world.spread(rates['tmux'])}: "
          f"{ratio:.1f} x (bar {BARS[kind]}){even}", flush=True)


def main():
    kinds = sys.argv[1:] or list(BARS)
    world.begin(f"panes, {world.MB} MB")
    with world.World() as place:
        for size in world.SIZES:
            for count in (1, 4):
                for kind in kinds:
                    compare(place, kind, count, size)


if __name__ == "__main__":
    main()
