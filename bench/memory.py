#!/usr/bin/env python3
"""memory — what ten panes of 200 columns hold when each has printed 10,000 full lines: resident bytes of a filled world
minus those of an empty one, for ten panes, of the console, its supervisor and tmux (each in a window of its own).

    bench/memory.py [full-ascii full-colour full-wide]
"""
import os
import sys

import world

PANES = 10
SIZE = (204, 54)
BARS = {"full-ascii": 1 / 3, "full-colour": 1 / 2, "full-wide": 1 / 10}


def resident(pids):
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as f:
            total += sum(int(line.split()[1]) for line in f if line.startswith("Pss:"))
    return total / 1024


def once(place, peer, path):
    children = place.children(*[("stay", path) if path else ("stay",)] * PANES)
    shown = peer(place, children, SIZE, **({"windows": True} if peer is world.Tmux else {}))
    try:
        place.open_gates(children)
        place.results(children)
        shown.outer.quiet(1.0)
        return {kind: resident(pids) for kind, pids in shown.pids().items()}
    finally:
        shown.close()


def main():
    world.begin(f"memory, {PANES} panes, {world.HISTORY_LINES} lines")
    with world.World() as place:
        empty = {peer: once(place, peer, None) for peer in (world.Console, world.Tmux)}
        for kind in sys.argv[1:] or BARS:
            path = world.data(kind, lines=world.HISTORY_LINES, cols=200)
            filled = {peer: once(place, peer, path) for peer in (world.Console, world.Tmux)}
            held = {(peer.name, part): filled[peer][part] - empty[peer][part] for peer in filled for part in filled[peer]}
            tmux = held["tmux", "server"]
            console, supervisor = held["bulkhead", "console"], held["bulkhead", "supervisor"]
            print(f"{kind:11} {os.path.getsize(path) / 1e6:.1f} MB a pane printed; MB for ten panes: console {console:.1f}, supervisor "
                  f"{supervisor:.1f}, tmux {tmux:.1f}; console to tmux {console / tmux:.2f}, both to tmux "
                  f"{(console + supervisor) / tmux:.2f} (bar {BARS[kind]:.2f})", flush=True)


if __name__ == "__main__":
    main()
