#!/usr/bin/env python3
"""stall — the outer terminal takes 20 KB a second: how fast a child that repaints prints, relative to a drained outer
terminal, for the console and for tmux. The bar for the console is 1: a slow terminal costs frames and nothing else.

    bench/stall.py
"""
import world

RATE = 20000
BAR = 0.9


def once(place, peer, path, size, rate):
    children = place.children(("print", path))
    shown = peer(place, children, size)
    shown.outer.rate = rate
    try:
        place.open_gates(children)
        done = place.results(children)[0]
        return done["bytes"] / 1e6 / (done["ended"] - done["began"])
    finally:
        shown.close()


def compare(place, size):
    path = world.data("repaint", world.MB * 1000000)
    rates = {}
    for _ in range(world.ROUNDS):
        for peer in world.shuffled((world.Console, world.Tmux)):
            for rate in world.shuffled((None, RATE)):
                rates.setdefault((peer.name, rate), []).append(once(place, peer, path, size, rate))
    for name in ("bulkhead", "tmux"):
        drained, stalled = rates[name, None], rates[name, RATE]
        ratio = world.median([slow / fast for slow, fast in zip(stalled, drained)])
        bar = f" (bar {BAR})" if name == "bulkhead" else ""
        print(f"{size[0]}x{size[1]}  {name:8} {world.spread(stalled)} MB/s stalled, {world.spread(drained)} drained: {ratio:.2f}{bar}",
              flush=True)


def main():
    world.begin(f"stall, {world.MB} MB")
    with world.World() as place:
        for size in world.SIZES:
            compare(place, size)


if __name__ == "__main__":
    main()
