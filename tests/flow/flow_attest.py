"""bulkhead attest, and the attestation before a first launch: with programs of the test's own in the place of a vendor's."""
import json
import os
import subprocess

import support

PREAMBLE = """\
#!/bin/sh
mode=none; roots=
while [ "$1" != -- ]; do
    case $1 in
    --version) echo "{version}"; exit 0 ;;
    --mode=*) mode=${{1#--mode=}}; shift ;;
    --root) roots="$roots$2
"; shift 2 ;;
    *) exit 2 ;;
    esac
done
shift
"""
OPEN = "exec sh -c \"$1\"\n"
DEAF = "exit 0\n"
SLOW = "sleep 600\n"
# Everything of the flow is read-only but the working directory, the temporary directory and the roots: a real sandbox.
BOUND = """\
{{ [ "$mode" = write ] && pwd && echo "$TMPDIR" && printf %s "$roots"; }} >"$0.$$"
exec unshare --mount --map-root-user sh -c '
    while read -r d; do mount --bind "$d" "$d"; done <"$1"; rm -f "$1"
    grep " {scratch}/" /proc/self/mountinfo | cut -d" " -f5 >"$1"
    exec 3<"$1"; rm -f "$1"
    mount --bind "{scratch}" "{scratch}" && mount -o remount,bind,ro "{scratch}" || exit 1
    while read -r d; do mount --bind "$d" "$d" && mount -o remount,bind,rw "$d" || exit 1; done <&3
    cd "$(pwd)" && exec sh -c "$2"' sh "$0.$$" "$1"
"""
# Keeps to everything but that it lets writing outside through.
LEAKING = "cd \"$(pwd)\"; [ \"$mode\" = write ] && exec sh -c \"$1\"\nexec true\n"


def can_bind():
    done = subprocess.run(["unshare", "--mount", "--map-root-user", "true"], capture_output=True, check=False)
    return done.returncode == 0


class Attest(support.Flow):
    def setUp(self):
        super().setUp()
        self.bin = os.path.join(self.home, "bin")
        os.mkdir(self.bin)
        self.env["PATH"] = f"{self.bin}:{self.env['PATH']}"

    def define(self, body, version="1.0", **more):
        """The adapter `mine`, whose sandbox is this script."""
        path = os.path.join(self.bin, "mine")
        with open(path, "w", encoding="utf-8") as f:
            f.write(PREAMBLE.format(version=version) + body)
        os.chmod(path, 0o755)
        config = os.path.join(self.env["XDG_CONFIG_HOME"], "bulkhead")
        os.makedirs(config, exist_ok=True)
        adapter = {"id": "mine", "title": "Mine", "program": "mine", "argv": ["--", "{prompt}"], "versionFlag": "--version",
                   "plainCommand": True,
                   "sealed": {"modes": {"read-only": "read", "workspace-write": "write"}, "writableRoots": True,
                              "argv": ["--mode={mode}", ["--root", "{root}"], "--", "{prompt}"]}, **more}
        with open(os.path.join(config, "adapters.json"), "w", encoding="utf-8") as f:
            json.dump({"schemaVersion": 1, "adapters": [adapter]}, f)

    def bound(self, **named):
        if not can_bind():
            self.skipTest("no mount namespace can be made here")
        self.define(BOUND.format(scratch=self.scratch), **named)

    def cells(self, answer):
        return {(c["mode"], c["git_write"], c["roots"]): c["result"] for c in answer["cells"]}

    def scratch_is_empty(self):
        place = os.path.join(self.state, "attest")
        return not os.path.exists(place) or os.listdir(place) == ["lock"]

    def files(self):
        place = os.path.join(self.state, "attestations")
        return [os.path.join(place, name) for name in sorted(os.listdir(place))] if os.path.isdir(place) else []

    def launch_read_only(self, status, repo, *more):
        return self.launch(status, "--repository", repo, "--adapter", "mine", "--mode", "read-only", *more, "--", "true")

    # what is seen

    def test_a_sandbox_that_lets_everything_through_is_contradicted(self):
        self.define(OPEN)
        answer = self.answer(1, "attest", "mine")
        self.assertEqual(answer["result"], "contradicted")
        self.assertEqual(set(self.cells(answer).values()), {"contradicted"})
        self.assertIn("outside of the workspace", answer["sentence"])
        self.assertTrue(self.scratch_is_empty())

    def test_a_sandbox_that_lets_nothing_through_is_inconclusive(self):
        self.define(DEAF)
        answer = self.answer(1, "attest", "mine")
        self.assertEqual(answer["result"], "inconclusive")
        self.assertEqual(set(self.cells(answer).values()), {"inconclusive"})
        self.assertTrue(self.scratch_is_empty())

    def test_one_that_enforces_only_read_only_is_contradicted_where_it_leaks(self):
        self.define(LEAKING)
        cells = self.cells(self.answer(1, "attest", "mine"))
        self.assertEqual(cells["workspace-write", "none", "none"], "contradicted")
        self.assertEqual(cells["read-only", "none", "none"], "inconclusive", "nothing shows that the command ran")

    def test_a_sandbox_that_enforces_is_attested_in_every_projection(self):
        self.bound()
        answer = self.answer(0, "attest", "mine")
        self.assertEqual(answer["result"], "attested", answer)
        self.assertEqual(set(self.cells(answer).values()), {"attested"})
        self.assertEqual(answer["program"]["version"], "1.0")
        self.assertTrue(self.scratch_is_empty())
        self.assertEqual(len(self.files()), 1)

    def test_a_command_that_does_not_end_in_time_is_inconclusive_and_is_ended(self):
        self.define(SLOW)
        answer = self.answer(1, "attest", "mine")
        self.assertEqual(answer["result"], "inconclusive")
        self.assertIn("did not end in time", answer["sentence"])
        self.assertFalse(self.processes_with("sleep\x00600"))
        self.assertTrue(self.scratch_is_empty())

    def test_what_declares_no_policy_or_has_no_plain_command_cannot_be_attested(self):
        for adapter in ("claude-code", "cursor", "shell"):
            answer = self.answer(1, "attest", adapter)
            self.assertEqual(answer["result"], "inconclusive")
            self.assertIn("declares no filesystem policy", answer["sentence"])
        self.define(OPEN, plainCommand=False)
        self.assertIn("not known to run a plain command", self.answer(1, "attest", "mine")["sentence"])
        self.assertEqual(self.files(), [])

    def test_a_program_that_is_missing_is_inconclusive(self):
        self.define(OPEN)
        os.unlink(os.path.join(self.bin, "mine"))
        answer = self.answer(1, "attest", "mine")
        self.assertEqual(answer["result"], "inconclusive")
        self.assertIn("not on PATH", answer["sentence"])

    def test_a_way_through_a_model_needs_a_word_that_tokens_may_be_spent(self):
        self.define(OPEN, plainCommand=False)
        answer = self.answer(2, "attest", "mine", "--path", "exec")
        self.assertIn("spends tokens", answer["message"])
        self.assertEqual(self.files(), [])

    # what follows from it

    def test_a_contradiction_refuses_the_first_launch_and_nothing_is_made(self):
        self.define(OPEN)
        repo = self.repository()
        before = self.listing(os.path.join(repo, "src"))
        answer = self.launch_read_only(3, repo)
        self.assertEqual(answer["reason"], "projection_contradicted")
        self.assertIn("was observed not to enforce read-only", answer["message"])
        self.assertEqual(self.listing(os.path.join(repo, "src")), before)
        self.assertEqual(self.git(repo, "branch", "--list", "harnery/*"), "")
        self.assertTrue(self.scratch_is_empty())
        check = self.answer(3, "check", "--repository", repo, "--adapter", "mine", "--mode", "read-only", "--", "true")
        self.assertEqual(check["reason"], "projection_contradicted")

    def test_a_first_launch_is_attested_by_itself_and_the_proof_says_so(self):
        self.bound()
        repo = self.repository()
        adapter = self.proof(self.launch_read_only(0, repo)["run_id"])["console"]["adapter"]
        with open(self.files()[0], encoding="utf-8") as f:
            kept = json.load(f)
        self.assertEqual(adapter["basis"], "attested")
        self.assertEqual(adapter["attestation_sha256"], kept["sha256"])
        self.assertIn("changed nothing", adapter["basis_observation"])
        stamp = os.stat(self.files()[0]).st_mtime_ns
        self.launch_read_only(0, repo)
        self.assertEqual(os.stat(self.files()[0]).st_mtime_ns, stamp, "it was tried again")

    def test_only_the_cell_that_was_observed_is_called_attested(self):
        self.bound()
        repo = self.repository()
        self.answer(0, "attest", "mine")
        ask = ("check", "--repository", repo, "--adapter", "mine", "--mode", "workspace-write")
        self.assertIn("as was attested", self.answer(0, *ask, "--", "true")["message"])
        self.assertIn("as was attested", self.answer(0, *ask, "--git-write", "shared-repository", "--", "true")["message"])
        shared = self.answer(0, *ask, "--topology", "shared", "--", "true")["message"]
        self.assertIn("not attested itself (in a linked worktree and headless it was attested", shared)

    def test_no_attest_and_the_environment_leave_it_out(self):
        self.define(OPEN)
        repo = self.repository()
        run = self.launch_read_only(0, repo, "--no-attest")
        self.assertEqual(self.proof(run["run_id"])["console"]["adapter"]["basis"], "declared")
        self.env["BULKHEAD_ATTEST"] = "never"
        self.launch_read_only(0, repo)
        self.assertEqual(self.files(), [])

    def test_an_inconclusive_attestation_is_an_unknown_of_the_run(self):
        self.define(DEAF)
        run = self.launch_read_only(0, self.repository())
        proof = self.proof(run["run_id"])
        self.assertEqual(proof["console"]["adapter"]["basis"], "declared")
        self.assertIn("attestation_inconclusive", [u["code"] for u in proof["console"]["unknowns"]])

    def launch_in_words(self, repo):
        return self.run_program("launch", "--repository", repo, "--adapter", "mine", "--mode", "read-only", "--", "true").stderr

    def test_a_launch_says_when_its_trial_told_nothing(self):
        self.define(DEAF)
        said = self.launch_in_words(self.repository())
        self.assertIn("could not be concluded from trying it", said)
        self.assertIn("The run rests on what the adapter declares", said)

    def test_a_launch_says_that_it_tried_the_sandbox_and_what_came_of_it(self):
        self.bound()
        repo = self.repository()
        self.assertRegex(self.launch_in_words(repo), "sandbox was tried here first.*: attested")
        self.assertNotIn("was tried here first", self.launch_in_words(repo))

    # what counts as none

    def attested_mine(self):
        return next(a for a in self.answer(0, "adapters") if a["id"] == "mine")

    def test_another_program_kernel_or_a_damaged_file_counts_as_none_and_is_said(self):
        self.define(OPEN)
        self.answer(1, "attest", "mine")
        self.assertEqual(self.attested_mine()["attestation"]["result"], "contradicted")
        path = self.files()[0]
        with open(path, encoding="utf-8") as f:
            kept = f.read()
        for tampered, says in ((kept.replace("contradicted", "attested"), "counts as none"),
                               (kept.replace("Linux ", "Linux 0."), "counts as none"), (kept[:100], "counts as none"), ("", "counts as none")):
            with open(path, "w", encoding="utf-8") as f:
                f.write(tampered)
            mine = self.attested_mine()
            self.assertIsNone(mine["attestation"])
            self.assertIn(says, mine["attestation_note"])
        with open(path, "w", encoding="utf-8") as f:
            f.write(kept)
        self.assertIsNotNone(self.attested_mine()["attestation"])
        self.define(OPEN + "# changed\n")
        mine = self.attested_mine()
        self.assertIsNone(mine["attestation"])
        self.assertIn("another program", mine["attestation_note"])

    def test_another_version_behind_the_same_program_is_tried_again_at_launch(self):
        self.define("#\n" + DEAF, version="$(cat ~/version)")
        version = os.path.join(self.home, "version")
        for number in ("1", "2"):
            with open(version, "w", encoding="utf-8") as f:
                f.write(number)
            self.launch_read_only(0, self.repository(f"r{number}"))
            with open(self.files()[0], encoding="utf-8") as f:
                self.assertEqual(json.load(f)["program"]["version"], number)

    # a starter script and the program behind it

    def install(self, body):
        """codex as a package manager installs it: a script on PATH, the program in the package of the platform."""
        modules = os.path.join(self.home, "lib", "node_modules", "@openai")
        arch = {"x86_64": "x64", "aarch64": "arm64"}[os.uname().machine]
        native = os.path.join(modules, f"codex-linux-{arch}", "vendor", f"{os.uname().machine}-unknown-linux-musl", "bin", "codex")
        starter = os.path.join(modules, "codex", "bin", "codex.js")
        link = os.path.join(self.bin, "codex")
        for path, text in ((native, "#!/bin/sh\n" + body), (starter, f'#!/bin/sh\nexec {native} "$@"\n')):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            os.chmod(path, 0o755)
        if not os.path.lexists(link):
            os.symlink(starter, link)
        return native

    def test_a_change_of_what_a_starter_script_starts_voids_the_attestation(self):
        version = '[ "$1" = --version ] && echo codex-cli 0.0.1\n'
        native = self.install(version)
        program = self.answer(1, "attest", "codex-sandbox")["program"]
        self.assertEqual(program["path"], os.path.join(self.bin, "codex"))
        self.assertEqual(program["starts"]["path"], native)
        self.assertNotEqual(program["starts"]["sha256"], program["sha256"])
        self.assertIsNone(program["starts_unknown"])
        kept = next(a for a in self.answer(0, "adapters") if a["id"] == "codex-sandbox")
        self.assertIsNotNone(kept["attestation"])
        self.install(version + "# another\n")
        changed = next(a for a in self.answer(0, "adapters") if a["id"] == "codex-sandbox")
        self.assertIsNone(changed["attestation"])
        self.assertIn("started another program then", changed["attestation_note"])
        os.unlink(native)
        self.assertIn("was not found where its vendor puts it",
                      self.answer(1, "attest", "codex-sandbox")["program"]["starts_unknown"])

    def test_a_proof_keeps_what_was_tried_and_show_says_it(self):
        self.bound()
        repo = self.repository()
        run = self.launch_read_only(0, repo)
        cited = self.proof(run["run_id"])["console"]["adapter"]["sandbox_attestation"]
        self.assertEqual((cited["result"], cited["adapter"], cited["path"]), ("attested", "mine", "sandbox"))
        self.assertEqual((cited["mode"], cited["git_write"], cited["roots"]), ("read-only", "none", "none"))
        self.assertIn("what it starts is not known", cited["program"]["starts_unknown"])
        os.unlink(self.files()[0])
        shown = self.run_program("show", run["run_id"]).stdout
        for words in (cited["sha256"], cited["attested_at"], cited["program"]["sha256"], "read-only, no named directory, no grant",
                      "in a worktree, headless", "what it starts is not known"):
            self.assertIn(words, shown)

    # what is left

    def test_an_attestation_that_is_killed_is_swept_at_the_next_start(self):
        self.define(SLOW)
        going = subprocess.Popen([support.PROGRAM, "attest", "mine"], env=self.env, cwd=self.home, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_until(lambda: any(self.belongs(pid) for pid in self.processes_with("sleep\x00600")), "the command runs")
        going.kill()
        going.wait()
        self.assertFalse(self.scratch_is_empty())
        self.answer(0, "runs")
        self.assertTrue(self.scratch_is_empty())
        self.wait_until(lambda: not any(self.belongs(pid) for pid in self.processes_with("sleep\x00600")), "its command is ended")


if __name__ == "__main__":
    support.main()
