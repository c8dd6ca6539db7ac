#!/usr/bin/env python3
"""attest — `bulkhead attest codex` through the vendor's sandbox, beside the vendor's own start: four sandboxed commands are started
for it, so the vendor's start bounds it from below.

Each round, interleaved: `codex sandbox … -- sh -c true` alone, four of them at the same time, the attestation with nothing
known (the program is read and asked its version), and the attestation once more. The load of the machine is printed, because on a
busy one the figures in milliseconds are the machine's; the ratio holds.

    BENCH_PROGRAM   build/release/bulkhead when not set
    BENCH_ROUNDS    5
    BULKHEAD_VENDORS  directory of the vendors' programs; else ~/.cache/bulkhead-vendors/node_modules/.bin before PATH
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
PROGRAM = os.path.realpath(os.environ.get("BENCH_PROGRAM", os.path.join(HERE, "..", "build", "release", "bulkhead")))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
DATA = os.environ.get("BENCH_DATA", os.path.expanduser("~/.cache/bulkhead-bench"))
VENDORS = os.environ.get("BULKHEAD_VENDORS", os.path.expanduser("~/.cache/bulkhead-vendors/node_modules/.bin"))
BARE = ["codex", "sandbox", "-c", 'sandbox_mode="workspace-write"', "--", "sh", "-c", "true"]


def bare(env, scratch, count):
    started = time.monotonic()
    going = [subprocess.Popen(BARE, env=env, cwd=scratch, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
             for _ in range(count)]
    for each in going:
        each.wait()
    return (time.monotonic() - started) * 1e3


def attest(env):
    done = subprocess.run([PROGRAM, "attest", "codex", "--json"], env=env, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    answer = json.loads(done.stdout)
    if answer["result"] != "attested":
        sys.exit(f"not attested: {answer['sentence']}")
    return answer["took_ms"]


def once(env, scratch):
    shutil.rmtree(env["XDG_STATE_HOME"], ignore_errors=True)
    return bare(env, scratch, 1), bare(env, scratch, 4), attest(env), attest(env)


def main():
    os.makedirs(DATA, exist_ok=True)
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="attest-", dir=DATA))
    env = {"HOME": scratch, "PATH": f"{VENDORS}:{os.environ['PATH']}", "XDG_STATE_HOME": scratch + "/state",
           "XDG_RUNTIME_DIR": scratch + "/run", "LC_ALL": "C.UTF-8"}
    if not shutil.which("codex", path=env["PATH"]):
        sys.exit("codex is neither in BULKHEAD_VENDORS nor on PATH; scripts/vendor-install codex installs it")
    os.mkdir(scratch + "/run", 0o700)
    try:
        once(env, scratch)
        rounds = [once(env, scratch) for _ in range(ROUNDS)]
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    one, four, first, again = (statistics.median(r[i] for r in rounds) for i in range(4))
    print(f"load {os.getloadavg()[0]:.1f}; codex's own start in its sandbox {one:.0f} ms, four at the same time {four:.0f} ms")
    for what, took in (("attest, nothing known", first), ("attest, program known", again)):
        print(f"{what} {took:.0f} ms: {took / four:.2f} x four starts at the same time, {took / (4 * one):.2f} x four one after the other; "
              f"bar 1000 ms: {'kept' if took < 1000 else 'missed'}")


if __name__ == "__main__":
    sys.exit(main())
