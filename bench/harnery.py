#!/usr/bin/env python3
"""harnery — one run shown and many isolated runs listed, against Harnery's own commands over the same records.

    BULKHEAD_HARN   the command that starts Harnery, "harn" or "bun /path/cli.ts"; without it the peer is left out, and said so
    BENCH_PROGRAM   the built program; build/release/bulkhead when not set
    BENCH_ROUNDS    5
    BENCH_RUNS      10000 isolated runs: one real one, and its record under other names

A ratio is of medians of interleaved rounds. The repository, the state and the home are made below BENCH_DATA and removed.
"""
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
PROGRAM = os.path.realpath(os.environ.get("BENCH_PROGRAM", os.path.join(HERE, "..", "build", "release", "bulkhead")))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
RUNS = int(os.environ.get("BENCH_RUNS", "10000"))
DATA = os.environ.get("BENCH_DATA", os.path.expanduser("~/.cache/bulkhead-bench"))
PEER = shlex.split(os.environ.get("BULKHEAD_HARN", ""))


def timed(command, env, cwd):
    began = time.monotonic()
    done = subprocess.run(command, env=env, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True)
    return (time.monotonic() - began) * 1e3, done


def replace_in(source, target, old, new):
    with open(source, "rb") as f:
        data = f.read()
    with open(target, "wb") as f:
        f.write(data.replace(old.encode(), new.encode()))


def copy_record(workflows, state, run_id, new_id):
    """The same record under another id, and its entry in the index of workspaces."""
    os.mkdir(os.path.join(workflows, new_id))
    for name in ("request.json", "workspace-request.json", "run.json", "transcript.jsonl", "proof.json"):
        replace_in(os.path.join(workflows, run_id, name), os.path.join(workflows, new_id, name), run_id, new_id)
    replace_in(os.path.join(state, "workspaces", run_id + ".json"), os.path.join(state, "workspaces", new_id + ".json"), run_id, new_id)


def make(root, env):
    repo = os.path.join(root, "orders")
    os.makedirs(repo)
    for command in (["git", "init", "-q", "-b", "main"], ["git", "commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run(command, cwd=repo, env=env, check=True, capture_output=True)
    launched = subprocess.run([PROGRAM, "launch", "--adapter", "shell", "--topology", "worktree", "--json", "--", "echo hello"], cwd=repo,
                              env=env, check=True, capture_output=True)
    return repo, json.loads(launched.stdout)["run_id"]


def compare(what, own, peer, env, repo):
    mine, theirs = [], []
    for _ in range(ROUNDS):
        took, done = timed(own, env, repo)
        if done.returncode != 0:
            sys.exit(f"{' '.join(own)}: {done.stderr.decode()}")
        mine.append(took)
        if not PEER:
            continue
        took, done = timed(PEER + peer, env, repo)
        if done.returncode != 0:
            sys.exit(f"{' '.join(peer)} of the peer ended with {done.returncode}: {(done.stderr or done.stdout).decode()[-400:]}")
        theirs.append(took)
    line = f"{what}: {statistics.median(mine):.1f} ms"
    if theirs:
        line += f"; harn {statistics.median(theirs):.0f} ms; {statistics.median(theirs) / statistics.median(mine):.0f} times as fast"
    print(line, flush=True)


def main():
    os.makedirs(DATA, exist_ok=True)
    root = tempfile.mkdtemp(prefix="harnery-", dir=DATA)
    env = {"HOME": root, "PATH": os.environ["PATH"], "XDG_STATE_HOME": os.path.join(root, "state"), "XDG_RUNTIME_DIR": os.path.join(root, "run"),
           "LANG": "C.UTF-8", "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.invalid", "GIT_COMMITTER_NAME": "t",
           "GIT_COMMITTER_EMAIL": "t@example.invalid"}
    os.mkdir(env["XDG_RUNTIME_DIR"], 0o700)
    try:
        repo, run_id = make(root, env)
        if not PEER:
            print("BULKHEAD_HARN is not set: there is no peer to compare with")
        compare("show RUN", [PROGRAM, "show", run_id], ["run", "proof", run_id, "--json"], env, repo)
        workflows = os.path.join(repo, ".harnery", "workflows")
        state = os.path.join(root, "state", "bulkhead")
        with open(os.path.join(state, "ledger.jsonl"), "a+b") as ledger:
            ledger.seek(0)
            line = ledger.read()
            for i in range(1, RUNS):
                new_id = f"{run_id[:-6]}{i:06x}"
                copy_record(workflows, state, run_id, new_id)
                ledger.write(line.replace(run_id.encode(), new_id.encode()))
        _, done = timed([PROGRAM, "runs", "--filter", "topology:worktree", "--json"], env, repo)
        if len(json.loads(done.stdout)) != RUNS:
            sys.exit(f"runs does not list {RUNS} runs: {done.stderr.decode()}")
        peer = ["run", "workspaces", "--json"]
        if PEER:
            took, done = timed(PEER + peer, env, repo)
            print(f"the peer's list has {done.stdout.count(run_id[:-6].encode())} times an id like theirs, in {took:.0f} ms", flush=True)
        compare(f"list of {RUNS} isolated runs", [PROGRAM, "runs", "--filter", "topology:worktree", "--json"], peer, env, repo)
        compare("workspaces of them, each entry read and looked for on the disk", [PROGRAM, "workspaces", "--json"], peer, env, repo)
    finally:
        shutil.rmtree(root, ignore_errors=True)


main()
