#!/usr/bin/env python3
"""audit — the grant audit over a repository of 50,000 files and 200,000 refs, against git for-each-ref and git status.

    BENCH_AUDIT   the built program; build/release/bench/bench_audit when not set (-DBULKHEAD_BENCH=ON)
    BENCH_ROUNDS  9
    BENCH_FILES, BENCH_REFS  50000, 200000
    BENCH_LOOSE=1 leaves every object loose
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
PROGRAM = os.environ.get("BENCH_AUDIT", os.path.join(HERE, "..", "build", "release", "bench", "bench_audit"))
ROUNDS = os.environ.get("BENCH_ROUNDS", "9")
FILES = int(os.environ.get("BENCH_FILES", "50000"))
REFS = int(os.environ.get("BENCH_REFS", "200000"))
DATA = os.environ.get("BENCH_DATA", os.path.expanduser("~/.cache/bulkhead-bench"))


def repository(path, env):
    def git(*args, stdin=None):
        return subprocess.run(["git", "-C", path, *args], env=env, input=stdin, check=True, capture_output=True).stdout.strip()

    os.makedirs(path)
    git("init", "-q", "-b", "main")
    stream = ["commit refs/heads/main\ncommitter t <t@example.invalid> 1700000000 +0000\ndata 1\nx\n"]
    for i in range(FILES):
        content = f"file {i}\n" * 40
        stream.append(f"M 100644 inline d{i % 250:03}/f{i:05}.txt\ndata {len(content)}\n{content}\n")
    git("fast-import", "--quiet", stdin="".join(stream).encode())
    if os.environ.get("BENCH_LOOSE"):
        packs = os.path.join(path, ".git", "objects", "pack")
        for name in os.listdir(packs):
            os.rename(os.path.join(packs, name), os.path.join(path, name))
        for name in filter(lambda n: n.endswith(".pack"), os.listdir(path)):
            with open(os.path.join(path, name), "rb") as f:
                git("unpack-objects", "-q", stdin=f.read())
    head = git("rev-parse", "main").decode()
    with open(os.path.join(path, ".git", "packed-refs"), "w", encoding="ascii") as f:
        f.write("# pack-refs with: peeled fully-peeled sorted \n")
        f.write(f"{head} refs/heads/main\n")
        f.writelines(f"{head} refs/remotes/origin/topic/{i:06}\n" for i in range(REFS - 1))
    git("reset", "-q", "--hard")


def main():
    os.makedirs(DATA, exist_ok=True)
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="audit-", dir=DATA))
    env = {"HOME": scratch, "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    try:
        repository(os.path.join(scratch, "repository"), env)
        print(f"{FILES:,} files, {REFS:,} refs; medians of {ROUNDS}")
        return subprocess.run([PROGRAM, scratch, os.path.join(scratch, "repository"), ROUNDS], check=False).returncode
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
