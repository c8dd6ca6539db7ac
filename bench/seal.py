#!/usr/bin/env python3
"""seal — from the end of a run's last child until its proof is durable, in the ledger, and said to whoever waited.

The child waits until the run has begun in every respect (its last act is to write the time): what a start makes durable is
not part of sealing. proof.json's own time of change (as coarse as the kernel's clock, 1 to 10 ms) is
when it was linked; the command that waited returns later still, after the ledger. Beside each run a file of the size of a proof
is written and synced in the same directory, as often as there are rounds: that is what an fsync costs here and now. The bar
is 20 ms and two of those; BENCH_PRINTED says how many MB the child prints before, which the proof has to digest.

    BENCH_PROGRAM   build/release/bulkhead when not set
    BENCH_ROUNDS    21
    BENCH_PRINTED   0
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
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "21"))
PRINTED = int(os.environ.get("BENCH_PRINTED", "0"))
DATA = os.environ.get("BENCH_DATA", os.path.expanduser("~/.cache/bulkhead-bench"))


def synced(directory, size):
    path = os.path.join(directory, "synced")
    started = time.monotonic()
    with open(path, "wb") as f:
        f.write(b"x" * size)
        f.flush()
        os.fsync(f.fileno())
    took = time.monotonic() - started
    os.unlink(path)
    return took * 1e3


def once(env, repository, topology, ended):
    done = subprocess.run([PROGRAM, "launch", "--json", "--repository", repository, "--topology", topology, "--adapter", "shell", "--",
                           f"head -c {PRINTED}000000 /dev/zero; sleep 0.4; date +%s%N > {ended}"], env=env, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    returned = time.time_ns()
    run = json.loads(done.stdout)
    with open(ended, encoding="ascii") as f:
        end = int(f.read())
    proof = os.stat(os.path.join(run["directory"], "proof.json"))
    return (proof.st_ctime_ns - end) / 1e6, (returned - end) / 1e6, synced(run["directory"], proof.st_size)


def tell(topology, figures):
    proof, returned, sync = ([f[i] for f in figures] for i in range(3))
    bar = 20 + 2 * statistics.median(sync)
    print(f"{topology:9} to the proof {statistics.median(proof):6.1f} ms, at most {max(proof):6.1f}; to the answer "
          f"{statistics.median(returned):6.1f}, at most {max(returned):6.1f}; an fsync {statistics.median(sync):5.1f}, at most {max(sync):5.1f}; "
          f"bar {bar:.1f}: {'kept' if statistics.median(proof) <= bar else 'missed'}, in {sum(p <= bar for p in proof)} of {len(proof)}")


def main():
    os.makedirs(DATA, exist_ok=True)
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="seal-", dir=DATA))
    env = {"HOME": scratch, "PATH": os.environ["PATH"], "XDG_STATE_HOME": scratch + "/state", "XDG_RUNTIME_DIR": scratch + "/run",
           "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
    repository = os.path.join(scratch, "repository")
    os.makedirs(repository)
    os.mkdir(scratch + "/run", 0o700)
    try:
        for words in (["init", "-q", "-b", "main"], ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-q",
                                                    "--allow-empty", "-m", "first"]):
            subprocess.run(["git", "-C", repository, *words], env=env, check=True)
        for topology in ("shared", "worktree"):
            tell(topology, [once(env, repository, topology, os.path.join(scratch, "ended")) for _ in range(ROUNDS)])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
