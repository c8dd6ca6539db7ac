"""vendor — the real codex for a live test: where it is, what it needs, and what its own records say.

A test that cannot run says why and counts as skipped: `main` ends with 77 when nothing at all could run.
"""
import contextlib
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import support
from model_server import ModelServer

SKIPPED = 77
# Not a name in any passwd file: all that matters is that it owns nothing and may do nothing special.
ORDINARY_UID = 61789
# Where an ordinary user may look: the home directory of root is closed to it, temporary directories are no place.
OPEN_PLACES = ("/srv", "/opt", "/var/lib", "/home")


def directory_of(name):
    """The directory that holds a vendor's program as it was installed, or None."""
    named = os.environ.get(f"BULKHEAD_{name.upper()}")
    program = named or os.path.expanduser(f"~/.cache/bulkhead-vendors/node_modules/.bin/{name}")
    return os.path.dirname(os.path.abspath(program)) if os.access(program, os.X_OK) else None


def codex_directory():
    return directory_of("codex")


def claude_directory():
    return directory_of("claude")


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f)


def sandbox_problem(prefix, env, directory):
    """None when codex's sandbox starts here for this user, else what it said."""
    done = subprocess.run([*prefix, "codex", "sandbox", "--", "true"], env=env, cwd=directory, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60)
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no reason given"])[-1]


class Live(support.Flow):
    """A private home, a real repository and the real codex, as the user who runs the test."""

    prefix = ()
    program = support.PROGRAM

    def setUp(self):
        directory = codex_directory()
        if not directory:
            self.skipTest("codex is not installed; set BULKHEAD_CODEX or run .ci/run, which installs it")
        super().setUp()
        self.codex_home = os.path.join(self.home, "codex-home")
        os.mkdir(self.codex_home)
        self.env.update(PATH=f"{self.codex_path(directory)}:{self.env['PATH']}", CODEX_HOME=self.codex_home)
        with open(os.path.join(self.home, ".gitconfig"), "w", encoding="utf-8") as f:
            f.write("[user]\n\tname = child\n\temail = child@example.invalid\n")
        self.configure("")
        self.hand_over()
        problem = sandbox_problem(self.prefix, self.env, self.home)
        if problem:
            self.skipTest(f"codex's sandbox does not start for this user here: {problem}")
        self.repo = self.repository()
        self.outside = os.path.join(self.scratch, "outside")
        os.mkdir(self.outside)
        self.hand_over()

    # what an ordinary user's test overrides

    def codex_path(self, directory):
        return directory

    def hand_over(self):
        """Give what the test made to the user the program runs as."""

    # codex's own configuration and records

    def configure(self, more, url="http://127.0.0.1:9/v1"):
        with open(os.path.join(self.codex_home, "config.toml"), "w", encoding="utf-8") as f:
            f.write('model = "scripted"\nmodel_provider = "scripted"\n' + more +
                    f'\n[model_providers.scripted]\nname = "scripted"\nbase_url = "{url}"\nwire_api = "responses"\n'
                    "requires_openai_auth = false\nrequest_max_retries = 0\nstream_max_retries = 0\n")

    def model(self, *script, more=""):
        """A model that plays script; codex is told to ask it."""
        server = ModelServer(list(script))
        self.addCleanup(server.close)
        self.configure(more, server.url)
        self.hand_over()
        return server

    def rollout(self):
        """The records of the one session in this codex home, as codex wrote them."""
        found = glob.glob(os.path.join(self.codex_home, "sessions", "*", "*", "*", "rollout-*.jsonl"))
        self.assertEqual(len(found), 1, found)
        with open(found[0], encoding="utf-8") as f:
            return [json.loads(line) for line in f]

    def tool_outputs(self):
        """What the sandboxed commands said: the rollout has denials that codex's own event stream leaves out."""
        return [str(record["payload"].get("output")) for record in self.rollout()
                if record["type"] == "response_item" and record["payload"]["type"] == "function_call_output"]

    def policy_in_force(self):
        contexts = [record["payload"] for record in self.rollout() if record["type"] == "turn_context"]
        self.assertTrue(contexts, "codex recorded no turn")
        return contexts[-1]

    def writable_in_force(self):
        entries = self.policy_in_force()["permission_profile"]["file_system"]["entries"]
        return {entry["path"].get("path", entry["path"].get("value")) for entry in entries if entry["access"] == "write"}

    # git and the program, as the user of this test

    def git(self, directory, *args, check=True):
        self.hand_over()
        done = subprocess.run([*self.prefix, "git", "-C", directory, *args], env=self.env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=support.DEADLINE_S)
        if check and done.returncode != 0:
            self.fail(f"git {' '.join(args)}: {done.stderr}")
        return done.stdout

    def run_program(self, *args, stdin=None, cwd=None):
        feed = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
        return subprocess.run([*self.prefix, self.program, *args], env=self.env, capture_output=True, text=True,
                              cwd=cwd or self.home, timeout=support.DEADLINE_S, **feed)

    def launch_codex(self, status, *flags, prompt="please", adapter="codex"):
        return self.launch(status, "--repository", self.repo, "--topology", "worktree", "--adapter", adapter, *flags, "--",
                           prompt)

    def workspace(self, answer):
        return self.proof(answer["run_id"])["execution"]["binding"]["workspace_root"]

    def read(self, *parts):
        with open(os.path.join(*parts), encoding="utf-8") as f:
            return f.read()


class OrdinaryUser:
    """The same cases as a user without privileges, started from a test that runs as root."""

    prefix = ("setpriv", f"--reuid={ORDINARY_UID}", f"--regid={ORDINARY_UID}", "--clear-groups", "--")

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("this test runs as an ordinary user already: the other live tests are its ordinary user")
        place = next((p for p in OPEN_PLACES if os.path.isdir(p) and os.access(p, os.W_OK)), None)
        if not place:
            self.skipTest(f"no place among {', '.join(OPEN_PLACES)} can be used for an ordinary user's files")
        self.open_place = tempfile.mkdtemp(prefix="bulkhead-live-", dir=place)
        self.addCleanup(shutil.rmtree, self.open_place, ignore_errors=True)
        os.chmod(self.open_place, 0o755)
        with unittest.mock.patch.dict(os.environ, BULKHEAD_TEST_SCRATCH=self.open_place):
            super().setUp()

    def codex_path(self, directory):
        """The installation may lie in a home that is closed to others: link its files into the open place."""
        modules = os.path.dirname(directory)
        copy = os.path.join(self.open_place, "node_modules")
        if os.path.basename(directory) != ".bin" or os.path.basename(modules) != "node_modules":
            return directory
        os.makedirs(os.path.join(copy, ".bin"))
        shutil.copytree(os.path.join(modules, "@openai"), os.path.join(copy, "@openai"), symlinks=True, copy_function=self.link)
        os.symlink("../@openai/codex/bin/codex.js", os.path.join(copy, ".bin", "codex"))
        program = os.path.join(self.open_place, "bulkhead")
        shutil.copy2(support.PROGRAM, program)
        self.program = program
        return os.path.join(copy, ".bin")

    @staticmethod
    def link(source, target):
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    def hand_over(self):
        for directory, names, files in os.walk(self.scratch):
            for name in [""] + names + files:
                with contextlib.suppress(FileNotFoundError):
                    os.chown(os.path.join(directory, name), ORDINARY_UID, ORDINARY_UID, follow_symlinks=False)


def main():
    program = unittest.main(verbosity=2, exit=False)
    result = program.result
    if not result.wasSuccessful():
        sys.exit(1)
    if result.testsRun == len(result.skipped):
        print(f"skipped: {result.skipped[0][1]}" if result.skipped else "skipped: there was nothing to run")
        sys.exit(SKIPPED)
    print(f"{result.testsRun - len(result.skipped)} ran, {len(result.skipped)} skipped")
