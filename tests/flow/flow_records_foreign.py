"""Records that another program wrote, whole and damaged in every way, as runs, show, verify and the console tell them."""
import concurrent.futures
import glob
import itertools
import json
import os
import shutil
import subprocess
import time

import console
import support

PEERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "harnery-records")
WORKTREE = "worktree-gitwrite-shared"
OLD = time.mktime((2026, 11, 1, 0, 0, 0, 0, 0, 0))
QUICK_S = 30  # for one command under sanitizers on a busy machine; a hang is longer
TELLS = ("AddressSanitizer", "runtime error", "Assertion", "LeakSanitizer")

# name of the run's directory -> outcome, mode, grant: what the record says, and nothing that it does not
SAID = {
    "shared-policy-read-only": ("done", "read-only", "none"),
    "shared-policy-workspace-write": ("done", "workspace-write", "none"),
    "shared-succeeded": ("done", "none", "none"),
    "shared-failed": ("failed", "none", "none"),
    "worktree-read-only": ("done", "read-only", "none"),
    "worktree-gitwrite-shared": ("done", "workspace-write", "shared-repository"),
    "worktree-workspace-write-roots": ("done", "workspace-write", "none"),
    "worktree-root-escape-refused": ("lost", None, None),
    "parked-pending": ("lost", None, None),
}


def swapped(path, change):
    """The JSON of a file, changed; a file of lines: its first line."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = path.endswith(".jsonl")
    value = json.loads(text.splitlines()[0] if lines else text)
    changed = json.dumps(change(value))
    rest = "\n".join([changed] + text.splitlines()[1:]) + "\n" if lines else changed
    rewrite(path, rest.encode())


def rewrite(path, content):
    os.unlink(path)
    with open(path, "wb") as f:
        f.write(content)


def content(path):
    with open(path, "rb") as f:
        return f.read()


def replaced(path, make):
    os.unlink(path)
    make(path)


def sparse(path, size=3 << 30):
    with open(path, "ab") as f:
        f.truncate(size)


def typed(wrong):
    return lambda path: swapped(path, lambda value: {key: wrong for key in value})


def nested(path, depth=100_000):
    rewrite(path, b'{"a":' * depth + b"1" + b"}" * depth + b"\n")


WAYS = {
    "removed": os.unlink,
    "empty": lambda path: rewrite(path, b""),
    "cut in the middle": lambda path: rewrite(path, content(path)[:len(content(path)) // 2]),
    "cut by its last brace": lambda path: rewrite(path, content(path).rstrip()[:-1]),
    "a number": lambda path: rewrite(path, b"5\n"),
    "a list": lambda path: rewrite(path, b"[]\n"),
    "a string": lambda path: rewrite(path, b'"x"\n'),
    "null": lambda path: rewrite(path, b"null\n"),
    "an empty object": lambda path: rewrite(path, b"{}\n"),
    "numbers for every value": typed(7),
    "lists for every value": typed([[]]),
    "objects for every value": typed({"a": None}),
    "text for every value": typed("\u202e\x1b[2J\x00"),
    "nothing for every value": typed(None),
    "schema version 2": lambda path: swapped(path, lambda value: {**value, "schema_version": 2}),
    "schema version as text": lambda path: swapped(path, lambda value: {**value, "schema_version": "1"}),
    "deep nesting": nested,
    "huge": sparse,
    "a link to another file": lambda path: replaced(path, lambda at: os.symlink("/etc/passwd", at)),
    "a link to nothing": lambda path: replaced(path, lambda at: os.symlink("nowhere", at)),
    "a link to itself": lambda path: replaced(path, lambda at: os.symlink(os.path.basename(at), at)),
    "a FIFO": lambda path: replaced(path, os.mkfifo),
    "a directory": lambda path: replaced(path, os.mkdir),
    "a byte order mark": lambda path: rewrite(path, b"\xef\xbb\xbf" + content(path)),
    "no UTF-8": lambda path: rewrite(path, content(path).replace(b'"', b'"\xff', 1)),
    "NUL bytes": lambda path: rewrite(path, content(path).replace(b"\n", b"\0", 1)),
    "random bytes": lambda path: rewrite(path, os.urandom(4096)),
}
# Does no harm: what is unknown is passed over, and of two equal keys the last one counts, as with the peer.
HARMLESS = {
    "an unknown key": lambda path: swapped(path, lambda value: {**value, "another": {"key": [1]}}),
    "a key that stands twice": lambda path: rewrite(path, content(path).replace(b"{", b'{"schema_version":7,', 1)),
}
RECORD = ("proof.json", "run.json", "workspace-request.json", "transcript.jsonl")
WORKSPACE = ("claim.json", "binding.json", "events.jsonl")


class ForeignRecords(support.Flow):
    def place(self, case, name="theirs"):
        """A .harnery of its own with this case's records, written long ago; its one run's directory."""
        harnery = os.path.join(self.scratch, name, ".harnery")
        shutil.copytree(os.path.join(PEERS, case, "dot-harnery"), harnery)
        for path in glob.glob(os.path.join(harnery, "workflows", "*", "transcript.jsonl")):
            os.utime(path, (OLD, OLD))
        return harnery, glob.glob(os.path.join(harnery, "workflows", "*"))[0]

    def quick(self, *args):
        done = subprocess.run([support.PROGRAM, *args], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", cwd=self.home, timeout=QUICK_S, check=False)
        said = done.stdout + done.stderr
        self.assertGreaterEqual(done.returncode, 0, said)
        self.assertFalse([tell for tell in TELLS if tell in said], said)
        self.assertFalse([c for c in said if ord(c) < 32 and c != "\n"], said)
        return done

    def row(self, harnery):
        done = self.quick("runs", "--records", harnery, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.assertEqual(len(rows), 1)
        return rows[0]

    def test_every_record_of_the_peer_is_listed_shown_and_verified(self):
        cases = [case for case in sorted(os.listdir(PEERS)) if glob.glob(os.path.join(PEERS, case, "dot-harnery", "workflows", "*"))]
        self.assertGreaterEqual(len(cases), 28)
        for case in cases:
            with self.subTest(case=case):
                harnery, run = self.place(case, case)
                row = self.row(os.path.dirname(harnery))
                sealed = os.path.exists(os.path.join(run, "proof.json"))
                self.assertEqual((row["run_id"], row["directory"], row["damage"]), (os.path.basename(run), run, None))
                if case in SAID:
                    self.assertEqual((row["outcome"], row["mode"], row["git_write"]), SAID[case])
                self.assertEqual(row["outcome"] in ("done", "failed"), sealed)
                self.assertEqual((row["mode"] is not None, row["git_write"] is not None), (sealed, sealed))
                shown = self.quick("show", run)
                self.assertEqual(shown.returncode, 0, shown.stderr)
                self.assertIn(row["outcome"], shown.stdout)
                self.assertEqual(self.quick("verify", run).returncode, 0 if sealed else 1)

    # damage

    def told(self, harnery, run):
        """The row, and what verify and show say; several at once, since a damaged record is looked at alone."""
        return self.quick("runs", "--records", harnery, "--json"), self.quick("verify", run), self.quick("show", run)

    def every_way(self, names, directory_of):
        """One sentence in the row, or a finding of verify: nothing that was done to a record goes unsaid."""
        tried = []
        for number, (name, way) in enumerate(itertools.product(names, WAYS)):
            harnery, run = self.place(WORKTREE, f"d{number}")
            WAYS[way](os.path.join(directory_of(harnery, run), name))
            tried.append((name, way, harnery, run))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as several:
            answers = list(several.map(lambda one: self.told(*one[2:]), tried))
        for (name, way, *_), (listed, verified, shown) in zip(tried, answers):
            with self.subTest(file=name, way=way):
                row = json.loads(listed.stdout)[0]
                self.assertEqual((listed.returncode, verified.returncode, shown.returncode), (0, 1, 0), verified.stdout)
                self.assertIn("finding", verified.stdout)
                if name == "proof.json" and way != "removed":
                    self.assertTrue(row["damage"])
                    self.assertIn("damaged record: ", shown.stdout)

    def test_a_damaged_file_of_the_record_is_said(self):
        self.every_way(RECORD, lambda harnery, run: run)

    def test_a_damaged_file_of_the_workspace_is_said(self):
        self.every_way(WORKSPACE, lambda harnery, run: glob.glob(os.path.join(harnery, "workspaces", "*", "*"))[0])

    def test_what_does_no_harm_is_no_damage(self):
        for number, (way, change) in enumerate(HARMLESS.items()):
            for name in ("proof.json", "run.json"):
                with self.subTest(file=name, way=way):
                    harnery, run = self.place("shared-policy-read-only", f"h{number}-{name}")
                    change(os.path.join(run, name))
                    row = self.row(harnery)
                    self.assertEqual((row["damage"], row["outcome"], row["mode"]), (None, "done", "read-only"))
                    self.assertEqual(self.quick("verify", run).returncode, 0)

    def test_what_stands_beside_records_is_passed_over_or_said(self):
        harnery, run = self.place("shared-succeeded")
        workflows = os.path.dirname(run)
        os.mkdir(os.path.join(workflows, "wf-empty"))
        os.mkdir(os.path.join(workflows, ".hidden"))
        os.symlink(run, os.path.join(workflows, "wf-link"))
        os.mkfifo(os.path.join(workflows, "wf-fifo"))
        os.mkdir(os.path.join(workflows, "wf-\u202e\x1b[2J"))
        rows = json.loads(self.quick("runs", "--records", harnery, "--json").stdout)
        self.assertEqual([row["run_id"] for row in rows if not row["damage"]], [os.path.basename(run)])
        self.assertEqual([row["damage"] for row in rows if row["damage"]], ["the directory holds nothing of a record"] * 2)
        self.assertEqual(self.quick("runs", "--records", harnery).stdout.count("damaged"), 2)

    def test_a_place_without_records_is_named(self):
        plain = os.path.join(self.scratch, "plain")
        os.mkdir(plain)
        with open(os.path.join(plain, "file"), "w", encoding="utf-8"):
            pass
        for place in (plain, os.path.join(plain, "file"), os.path.join(plain, "none")):
            done = self.quick("runs", "--records", place)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"here are no records in {place}", done.stderr)
        for place in (os.path.join(plain, "file"), os.path.join(plain, "none")):
            self.assertEqual(self.quick("show", place).returncode, 2)
            self.assertNotEqual(self.quick("verify", place).returncode, 0)

    # the console

    def seen_in_console(self, place, *words):
        c = console.Console([support.PROGRAM, place], self.env, self.home, rows=40, cols=160)
        self.addCleanup(c.close)
        for word in words:
            self.assertTrue(c.drain_until(lambda word=word: word.encode() in c.out), (word, c.out[-3000:]))
        return c

    def left(self, c):
        c.type(b"q")
        self.assertTrue(c.drain_until(c.ended), c.out[-2000:])
        self.assertEqual(c.status, 0)

    def test_the_console_lists_them_and_opens_one(self):
        harnery, _ = self.place("shared-policy-read-only")
        shutil.copytree(os.path.join(PEERS, "shared-failed", "dot-harnery", "workflows"), os.path.join(harnery, "workflows"),
                        dirs_exist_ok=True)
        c = self.seen_in_console(harnery, "records in ", "read", "failed")
        c.type(b"\r")
        self.assertTrue(c.drain_until(lambda: b"transcript" in c.out), c.out[-3000:])
        self.left(c)

    def test_the_console_opens_a_damaged_one_with_its_sentence(self):
        for number, way in enumerate(("cut in the middle", "a FIFO", "deep nesting", "objects for every value", "a link to itself")):
            with self.subTest(way=way):
                _, run = self.place(WORKTREE, f"c{number}")
                for name in RECORD:
                    WAYS[way](os.path.join(run, name))
                self.left(self.seen_in_console(run, "proof.json"))


if __name__ == "__main__":
    support.main()
