"""What a granted run did to the shared repository is found, said and acknowledged, and nothing it planted is ever run."""
import json
import os
import shutil
import time

import support

# The program of an adapter that declares a sandbox and has none: a child of it does what the grant would let it do.
LOOSE = '#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n'
DEFINITION = {
    "id": "loose", "title": "A sandbox that is none", "argv": ["--", "{prompt}"],
    "sealed": {"modes": {"read-only": "ro", "workspace-write": "ww"}, "writableRoots": True,
               "argv": ["--mode", "{mode}", "--roots", "{roots}", "--", "{prompt}"]},
}
COMMIT = "echo more >> readme.txt; git commit -qam more"
COMMON = 'c=$(git rev-parse --path-format=absolute --git-common-dir); '


class Audit(support.Flow):
    def setUp(self):
        super().setUp()
        program = os.path.join(self.scratch, "loose")
        with open(program, "w", encoding="utf-8") as f:
            f.write(LOOSE)
        os.chmod(program, 0o755)
        config = os.path.join(self.env["XDG_CONFIG_HOME"], "bulkhead")
        os.makedirs(config)
        with open(os.path.join(config, "adapters.json"), "w", encoding="utf-8") as f:
            json.dump({"schemaVersion": 1, "adapters": [dict(DEFINITION, program=program)]}, f)
        with open(os.path.join(self.home, ".gitconfig"), "w", encoding="utf-8") as f:
            f.write("[user]\n\tname = t\n\temail = t@example.invalid\n")
        self.repo = self.repository()
        self.common = os.path.join(self.repo, ".git")

    def request(self, prompt, *more):
        return ("--repository", self.repo, "--topology", "worktree", "--adapter", "loose", "--mode", "workspace-write", "--git-write",
                "shared-repository", *more, "--", prompt)

    def granted(self, prompt, status=0):
        run = self.launch(status, *self.request(prompt))
        return run, self.proof(run["run_id"])["console"]

    def kinds(self, console):
        return {(a["kind"], a["path"]) for a in console["alerts"]}

    def row(self, run_id):
        return [row for row in self.answer(0, "runs") if row["run_id"] == run_id][0]

    def test_a_commit_is_the_runs_own_and_no_alert(self):
        run, console = self.granted(COMMIT)
        audit = console["grant_audit"]
        self.assertTrue(audit["grant_used"])
        self.assertEqual((len(audit["refs_own"]), audit["refs_outside"], audit["admin"]), (1, [], []), audit)
        self.assertEqual((console["alerts"], console["alerts_total"], audit["objects"]), ([], 0, "kept"))
        self.assertEqual(len(console["attestation"]["commits"]), 1)
        self.assertEqual(self.row(run["run_id"])["alerts"], 0)

    def test_a_grant_that_was_not_used_is_said_to_be_unused(self):
        _, console = self.granted("true")
        self.assertFalse(console["grant_audit"]["grant_used"])

    def test_what_git_runs_or_reads_is_an_alert_until_somebody_looked(self):
        run, console = self.granted(COMMON + 'echo x > "$c/hooks/post-commit"; chmod +x "$c/hooks/post-commit"; '
                                    'git config core.fsmonitor x; mkdir -p "$c/info"; echo "* filter=x" > "$c/info/attributes"; '
                                    'echo /x > "$c/objects/info/alternates"; echo x > "$c/tool"; chmod +x "$c/tool"')
        self.assertEqual(self.kinds(console), {("hook", "hooks/post-commit"), ("configuration", "config"), ("executable", "tool"),
                                               ("attributes", "info/attributes"), ("store", "objects/info/alternates")})
        row = self.row(run["run_id"])
        self.assertEqual((row["alerts"], row["acknowledged"]), (5, False))
        refused = self.launch(3, *self.request("true"))
        self.assertEqual(refused["reason"], "workspace_unavailable")
        self.assertIn(run["run_id"], refused["message"])
        self.assertRegex(self.run_program("show", refused["run_id"]).stdout, r"nothing +the run was refused, so no child was started")
        self.assertEqual(self.answer(3, "check", *self.request("true"))["reason"], "workspace_unavailable")
        self.assertRegex(self.run_program("show", run["run_id"]).stdout, r"Alerts\n(.*\n)*.*hook  hooks/post-commit appeared")
        before = self.listing(run["directory"])
        done = self.answer(0, "acknowledge", run["run_id"])
        self.assertEqual((len(done["alerts"]), done["acknowledged_before"]), (5, False))
        self.assertTrue(self.answer(0, "acknowledge", run["run_id"])["acknowledged_before"])
        self.assertEqual(self.listing(run["directory"]), before)
        self.assertTrue(self.row(run["run_id"])["acknowledged"])
        self.assertIn("Alerts, acknowledged", self.run_program("show", run["run_id"]).stdout)
        os.unlink(os.path.join(self.common, "objects/info/alternates"))
        self.launch(0, *self.request("true"))

    def test_a_launch_says_that_somebody_has_to_look(self):
        plant = COMMON + 'echo x > "$c/hooks/post-commit"; chmod +x "$c/hooks/post-commit"'
        said = self.run_program("launch", *self.request(plant))
        self.assertEqual(said.returncode, 0)
        self.assertIn("1 alert of this run waits for somebody to look: bulkhead show wf-", said.stderr)
        self.assertIn("done ! 1 alert ", self.run_program("runs").stdout)
        run = self.answer(0, "runs")[0]["run_id"]
        self.answer(0, "acknowledge", run)
        self.assertIn("done ! 1 acknowledged", self.run_program("runs").stdout)
        with open(os.path.join(self.state, "acknowledged", run + ".json"), "w", encoding="utf-8"):
            pass
        self.assertFalse(self.row(run)["acknowledged"])
        self.assertFalse(self.answer(0, "acknowledge", run)["acknowledged_before"])
        self.assertTrue(self.row(run)["acknowledged"])

    def add(self, path):
        with open(path, "a", encoding="utf-8") as f:
            f.write("x")

    def test_alerts_that_cannot_be_listed_any_more_are_no_dead_end(self):
        plant = COMMON + 'echo x > "$c/hooks/post-commit"; chmod +x "$c/hooks/post-commit"'
        for spoil in (lambda run: os.unlink(run["proof"]), lambda run: self.add(run["proof"]),
                      lambda run: shutil.rmtree(run["directory"])):
            run, _ = self.granted(plant)
            self.assertEqual(run["alerts"], 1)
            spoil(run)
            self.assertEqual(self.launch(3, *self.request("true"))["reason"], "workspace_unavailable")
            done = self.run_program("acknowledge", run["run_id"])
            self.assertIn(done.returncode, (1, 2))
            path = os.path.join(self.state, "tainted", run["run_id"] + ".json")
            self.assertIn(f"remove {path} so that git is run there again", done.stderr)
            os.unlink(path)
            os.unlink(os.path.join(self.common, "hooks/post-commit"))

    def test_an_entry_that_cannot_be_read_is_named_by_its_path(self):
        os.makedirs(os.path.join(self.state, "tainted"), mode=0o700)
        path = os.path.join(self.state, "tainted", "wf-x.json")
        with open(path, "w", encoding="utf-8"):
            pass
        message = self.launch(3, *self.request("true"))["message"]
        self.assertIn(path, message)
        self.assertNotIn("acknowledge", message)

    def test_what_was_planted_for_a_submodule_keeps_git_from_the_submodule_too(self):
        other = self.repository("other")
        self.git(self.repo, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub")
        self.git(self.repo, "commit", "-qm", "sub")
        run, _ = self.granted(COMMON + 'echo x > "$c/modules/sub/hooks/post-checkout"; chmod +x "$c/modules/sub/hooks/post-checkout"')
        request = ("--repository", os.path.join(self.repo, "sub"), "--topology", "worktree", "--adapter", "shell", "--", "true")
        self.assertIn(run["run_id"], self.launch(3, *request)["message"])

    def test_two_runs_of_one_request_differ_in_no_place_of_their_own(self):
        runs = [self.granted("true")[0]["run_id"] for _ in range(2)]
        self.assertEqual([f["name"] for f in self.answer(0, "compare", *runs)["facts"] if f["differs"] and f["name"] != "took"], [])

    def test_a_run_without_an_alert_has_nothing_to_acknowledge(self):
        run, _ = self.granted("true")
        done = self.run_program("acknowledge", run["run_id"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("no alert", done.stderr)

    def test_other_refs_are_said_apart_from_the_runs_own(self):
        self.git(self.repo, "branch", "topic")
        _, console = self.granted(COMMIT + "; git update-ref refs/heads/topic HEAD; git tag v9; git notes add -m note HEAD")
        outside = " ".join(console["grant_audit"]["refs_outside"])
        for name in ("refs/heads/topic: ", "refs/tags/v9: none", "refs/notes/commits: none"):
            self.assertIn(name, outside)
        self.assertEqual(console["alerts"], [])

    def test_a_submodules_refs_are_said_too(self):
        library = self.repository("library")
        self.git(self.repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", library, "libs/l")
        self.git(self.repo, "commit", "-q", "-m", "a submodule")
        _, console = self.granted(COMMON + 'git --git-dir="$c/modules/libs/l" update-ref refs/heads/planted HEAD; ' + COMMIT)
        self.assertEqual([line.split(":")[0] for line in console["grant_audit"]["refs_outside"]], ["modules/libs/l/refs/heads/planted"])

    def test_uncommitted_paths_of_any_bytes_are_named_whole_and_unquoted(self):
        names = [b"new\nline", b'quo"te', b"tab\tback\\slash", "\u65e5\u672c".encode(), b" spaces ", b"-n", b"esc\x1b[31m", b"no\xffutf8"]
        script = os.path.join(self.scratch, "dirty.py")
        with open(script, "w", encoding="utf-8") as f:
            f.write(f"for name in {names!r}:\n    open(name, 'w').close()\n")
        run, console = self.granted(f"python3 {script}")
        whole = sorted(name.decode("utf-8", "replace") for name in names)
        self.assertEqual(sorted(console["attestation"]["dirty"]), whole)
        self.assertEqual(sorted(self.proof(run["run_id"])["repository"]["after"]["dirty_paths"]), whole)
        shown = self.run_program("show", run["run_id"]).stdout
        self.assertNotIn("\x1b[31m", shown)
        self.assertIn('quo"te', shown)
        self.answer(0, "verify", run["run_id"])

    def test_objects_that_are_lost_are_an_alert_and_a_gc_alone_is_none(self):
        self.git(self.repo, "checkout", "-q", "-b", "topic")
        self.git(self.repo, "commit", "-q", "--allow-empty", "-m", "only here")
        self.git(self.repo, "checkout", "-q", "main")
        _, console = self.granted("git gc -q --prune=now")
        self.assertEqual((console["grant_audit"]["objects"], console["alerts"]), ("kept", []), console["grant_audit"])
        _, console = self.granted(COMMON + 'git branch -qD topic; git reflog expire --expire=now --all; rm -rf "$c/logs"; '
                                  "git gc -q --prune=now")
        self.assertEqual(console["grant_audit"]["objects"], "lost")
        self.assertIn("refs/heads/topic: 1 object ", console["grant_audit"]["lost"][0])
        self.assertEqual([a["kind"] for a in console["alerts"]], ["lost"])

    def test_a_granted_run_whose_supervisor_dies_has_to_be_looked_at(self):
        run = self.launch(0, *self.request("sleep 600", "--detach"))
        self.kill(self.supervisor_pid(run["run_id"]))
        self.wait_until(lambda: self.row(run["run_id"])["outcome"] == "lost", "the run is sealed as lost")
        self.assertEqual(self.row(run["run_id"])["alerts"], 1)
        self.assertEqual([a["kind"] for a in self.proof(run["run_id"])["console"]["alerts"]], ["unaudited"])
        self.assertIn(run["run_id"], self.launch(3, *self.request("true"))["message"])
        self.answer(0, "acknowledge", run["run_id"])
        self.launch(0, *self.request("true"))

    def plant(self):
        """A shell script that writes a canary from every place out of which git starts programs."""
        canaries = os.path.join(self.scratch, "canaries")
        os.mkdir(canaries)
        lines = [COMMON]
        for hook in ("post-checkout", "post-commit", "pre-commit", "reference-transaction", "post-index-change", "post-rewrite",
                     "pre-auto-gc", "fsmonitor-watchman", "post-merge"):
            lines.append(f'printf "#!/bin/sh\\ntouch {canaries}/{hook}\\n" > "$c/hooks/{hook}"; chmod +x "$c/hooks/{hook}"')
        programs = {"core.fsmonitor": "fsmonitor", "core.sshCommand": "ssh", "core.pager": "pager", "core.editor": "editor",
                    "diff.external": "external", "diff.x.textconv": "textconv", "diff.x.command": "command", "filter.x.clean": "clean",
                    "filter.x.smudge": "smudge", "filter.x.process": "process", "credential.helper": "credential",
                    "alias.status": "alias", "alias.worktree": "alias2", "gpg.program": "gpg", "merge.x.driver": "merge",
                    "core.askPass": "askpass", "uploadpack.packObjectsHook": "pack"}
        for key, name in programs.items():
            bang = "!" if key.startswith(("alias", "credential")) else ""
            lines.append(f"git config {key} '{bang}touch {canaries}/{name}'")
        lines.append('echo "* filter=x diff=x merge=x" > "$c/info/attributes"')
        lines.append(f'printf "[core]\\n\\tfsmonitor = touch {canaries}/included\\n\\thooksPath = $c/hooks\\n" > "$c/extra"')
        lines.append("git config include.path extra")
        lines.append(f"rm -f {canaries}/*")
        return canaries, "\n".join(lines)

    def test_nothing_that_a_run_planted_is_run(self):
        canaries, script = self.plant()
        run, console = self.granted("mkdir -p .git-is-a-file-here; " + script)
        self.assertGreater(console["alerts_total"], 10)
        for args in (("show", run["run_id"]), ("runs",), ("verify",), ("verify", run["run_id"]), ("workspaces",),
                     ("check", *self.request("true")), ("launch", *self.request("true")), ("acknowledge", run["run_id"]),
                     ("launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", "true"),
                     ("launch", *self.request("true")), ("release", "last"), ("release", run["run_id"])):
            self.run_program(*args)
            self.assertEqual(os.listdir(canaries), [], args)
        self.git(self.repo, "commit", "-q", "--allow-empty", "-m", "the canaries sing for git itself", check=False)
        self.assertNotEqual(os.listdir(canaries), [])

    def test_a_hostile_repository_is_read_to_its_end(self):
        started = time.monotonic()
        _, console = self.granted(
            COMMON + 'cd "$c"; mkfifo hooks/pre-push refs/heads/pipe info/grafts; ln -s /dev/zero hooks/pre-commit; '
            "ln -s . hooks/loop; mkdir -p modules; ln -s .. modules/up; ln -s ../modules modules/again; "
            "truncate -s 4G hooks/post-merge; printf 'x' > hooks/$(printf 'new\\nline'); printf 'x' > hooks/$(printf '\\377\\376'); "
            "d=deep; mkdir $d; for i in $(seq 60); do d=$d/deeper; mkdir $d; done; echo x > $d/end")
        self.assertLess(time.monotonic() - started, 50)
        paths = {path for _, path in self.kinds(console)}
        for path in ("hooks/pre-push", "hooks/pre-commit", "hooks/loop", "hooks/post-merge", "info/grafts", "modules/up", "modules/again",
                     "the administrative files"):
            self.assertIn(path, paths)
        self.assertTrue(any("pipe" in path for path in paths), paths)
        self.assertIn("grant_audit_incomplete", [u["code"] for u in console["unknowns"]])

    def test_a_hundred_thousand_refs_are_compared(self):
        head = self.git(self.repo, "rev-parse", "HEAD").strip()
        with open(os.path.join(self.common, "packed-refs"), "w", encoding="utf-8") as f:
            f.write("# pack-refs with: peeled fully-peeled sorted \n")
            f.writelines(f"{head} refs/heads/n{i:06}\n" for i in range(100000))
        _, console = self.granted(COMMON + 'grep -v n050000 "$c/packed-refs" > "$c/x"; mv "$c/x" "$c/packed-refs"')
        self.assertEqual(console["grant_audit"]["refs_outside"], [f"refs/heads/n050000: {head[:7]} -> none"])


if __name__ == "__main__":
    support.main()
