#!/usr/bin/env python3
"""idle — twenty panes in which nothing happens: processor time and wakeups over 20 seconds, of the console, its
supervisors and reapers, and of tmux. A wakeup is a voluntary context switch.

    bench/idle.py
"""
import os
import time

import world

PANES = 20
WHILE_S = 5 if world.QUICK else 20


def used(pids):
    ticks = switches = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat", encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/status", encoding="ascii") as f:
                switches += sum(int(line.split()[1]) for line in f if line.startswith("voluntary_ctxt_switches"))
    return ticks * 1000 / os.sysconf("SC_CLK_TCK"), switches


def once(place, peer, size):
    children = place.children(*[("stay",)] * PANES)
    shown = peer(place, children, size, **({"windows": True} if peer is world.Tmux else {}))
    try:
        place.open_gates(children)
        place.results(children)
        shown.outer.quiet(1.0)
        pids = shown.pids()
        before = {kind: used(of) for kind, of in pids.items()}
        time.sleep(WHILE_S)
        after = {kind: used(of) for kind, of in pids.items()}
        return {kind: (len(pids[kind]), after[kind][0] - before[kind][0], after[kind][1] - before[kind][1]) for kind in pids}
    finally:
        shown.close()


def main():
    world.begin(f"idle, {PANES} panes, {WHILE_S} s")
    with world.World() as place:
        for peer in (world.Console, world.Tmux):
            for kind, (count, ms, switches) in once(place, peer, (200, 50)).items():
                print(f"{peer.name:8} {count:2} {kind:10} {ms:.0f} ms of processor ({ms / WHILE_S / 10:.3f} %), {switches} wakeups", flush=True)


if __name__ == "__main__":
    main()
