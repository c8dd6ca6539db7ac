#!/usr/bin/env python3
"""verify — bulkhead verify over very many runs, beside sha256sum of the same files.

One run of the shell adapter is made and copied: each copy gets an id and a directory of its own, the digests that follow from
it, and a line in the ledger that follows from the one before. The two commands take turns; processor time is told beside the
time of the clock, because a busy machine stretches the second, and the most memory that the program had.

    BENCH_PROGRAM   build/release/bulkhead when not set
    BENCH_RUNS      20000
    BENCH_ROUNDS    3
"""
import glob
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
PROGRAM = os.path.realpath(os.environ.get("BENCH_PROGRAM", os.path.join(HERE, "..", "build", "release", "bulkhead")))
RUNS = int(os.environ.get("BENCH_RUNS", "20000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
DATA = os.environ.get("BENCH_DATA", os.path.expanduser("~/.cache/bulkhead-bench"))
SEALED = ("transcript.jsonl", "run.json", "request.json")


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def read(path):
    with open(path, "rb") as f:
        return f.read()


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


def copy(original, files, run_id, anchor):
    """One more record; the digest of its proof."""
    directory = os.path.join(os.path.dirname(original), run_id)
    os.makedirs(os.path.join(directory, "children"))
    proof = files["proof.json"]
    for name, data in files.items():
        if name == "proof.json":
            continue
        fresh = data.replace(os.path.basename(original).encode(), run_id.encode())
        if name in SEALED:
            proof = proof.replace(sha256(data).encode(), sha256(fresh).encode())
        write(os.path.join(directory, name), fresh)
    seq, digest = anchor
    behind = f'"ledger": {{\n        "seq": {seq},\n        "sha256": "{digest}"\n      }}'
    proof = re.sub(rb'"ledger": \{\s*"seq": 0,\s*"sha256": null\s*\}', behind.encode(), proof)
    proof = proof.replace(os.path.basename(original).encode(), run_id.encode())
    write(os.path.join(directory, "proof.json"), proof)
    return directory, sha256(proof)


def fill(state, original):
    """Copies the one run of that state until it has RUNS of them."""
    names = [os.path.relpath(p, original) for p in glob.glob(original + "/**", recursive=True) if os.path.isfile(p)]
    files = {name: read(os.path.join(original, name)) for name in names}
    ledger = os.path.join(state, "ledger.jsonl")
    last = read(ledger).rstrip(b"\n")
    with open(ledger, "ab") as out:
        for seq in range(2, RUNS + 1):
            line = json.loads(last)
            run_id = f"{os.path.basename(original)[:-6]}{seq:06x}"
            directory, proof = copy(original, files, run_id, (seq - 1, sha256(last)))
            line.update(seq=seq, run_id=run_id, directory=directory, proof_sha256=proof, previous_sha256=sha256(last))
            del line["line_sha256"]
            line["line_sha256"] = sha256(canonical(line))
            last = canonical(line)
            out.write(last + b"\n")
    write(os.path.join(state, "ledger.head"), canonical({"schema_version": 1, "seq": RUNS, "sha256": sha256(last)}) + b"\n")


def most_memory(pid):
    """In MiB; 0 when it has ended. Asked again and again: what wait4 says begins with this process's own."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as f:
            return next((int(line.split()[1]) / 1024 for line in f if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def measured(command, env, **streams):
    started, memory = time.monotonic(), 0
    child = subprocess.Popen(command, env=env, **streams)
    while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        memory = max(memory, most_memory(child.pid))
        time.sleep(0.002)
    wall = time.monotonic() - started
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return wall, used.ru_utime + used.ru_stime, memory, child.returncode


def tell(name, figures):
    wall, processor, memory = (statistics.median(f[i] for f in figures) for i in range(3))
    print(f"{name:10} {wall:6.2f} s, {processor:6.2f} s of processor" + (f", {memory:.1f} MiB" if name == "verify" else ""))
    return wall, processor


def main():
    os.makedirs(DATA, exist_ok=True)
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="verify-", dir=DATA))
    env = {"HOME": scratch, "PATH": os.environ["PATH"], "XDG_STATE_HOME": scratch + "/state", "XDG_RUNTIME_DIR": scratch + "/run",
           "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
    repository, state = scratch + "/repository", scratch + "/state/bulkhead"
    os.makedirs(repository)
    os.mkdir(scratch + "/run", 0o700)
    try:
        for words in (["init", "-q", "-b", "main"], ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-q",
                                                    "--allow-empty", "-m", "first"]):
            subprocess.run(["git", "-C", repository, *words], env=env, check=True)
        subprocess.run([PROGRAM, "launch", "--repository", repository, "--topology", "shared", "--adapter", "shell", "--", "seq 100"],
                       env=env, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=60)
        fill(state, glob.glob(repository + "/.harnery/workflows/*")[0])
        sums = ["sh", "-c", f"find {repository}/.harnery/workflows -type f -print0 | xargs -0 sha256sum {state}/ledger.jsonl > /dev/null"]
        here, there = [], []
        for _ in range(ROUNDS):
            here.append(measured([PROGRAM, "verify"], env, stdout=subprocess.DEVNULL))
            there.append(measured(sums, env))
        if any(f[3] != 0 for f in here):
            print(subprocess.run([PROGRAM, "verify"], env=env, capture_output=True, text=True, check=False).stdout[:2000])
            return 1
        print(f"{RUNS} runs, load {os.getloadavg()[0]:.0f}")
        ours, theirs = tell("verify", here), tell("sha256sum", there)
        print(f"ratio      {ours[0] / theirs[0]:6.2f} x, {ours[1] / theirs[1]:6.2f} x of processor")
        return 0
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
