"""Launches: what is made, recorded, refused and released on real repositories."""
import json
import os
import subprocess

import support


class Launch(support.Flow):
    def shell(self, repository, *prompts, status=0, topology="worktree", more=()):
        request = {"repository": repository, "topology": topology, "adapter": "shell",
                   "children": [{"prompt": p} for p in prompts]}
        done = self.run_program("launch", "--json", "--request", "-", *more, stdin=json.dumps(request))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def agree(self, repository):
        self.git(repository, "fsck", "--strict")
        self.assertEqual(self.git(repository, "status", "--porcelain"), "")
        return self.git(repository, "worktree", "list", "--porcelain")

    def test_two_children_work_in_one_linked_worktree_and_the_proof_says_what_they_did(self):
        repo = self.repository()
        answer = self.shell(repo, "echo one > first.txt; pwd", "echo two > second.txt")
        proof = self.proof(answer["run_id"])
        self.assertEqual(proof["run"]["status"], "succeeded")
        self.assertEqual([a["status"] for a in proof["agents"]], ["succeeded", "succeeded"])
        self.assertNotIn("sandbox_projection", proof)
        workspace = proof["execution"]["binding"]["workspace_root"]
        self.assertEqual(sorted(os.listdir(workspace)), [".git", ".gitignore", "first.txt", "readme.txt", "second.txt", "src"])
        self.assertEqual(sorted(proof["repository"]["after"]["dirty_paths"]), ["first.txt", "second.txt"])
        self.assertEqual(self.git(repo, "status", "--porcelain"), "")
        verified = self.answer(0, "verify", answer["run_id"])
        self.assertTrue(verified["holds"], verified)

    def test_git_agrees_after_launch_and_after_release_on_every_kind_of_source(self):
        plain = self.repository("plain")
        linked = os.path.join(self.scratch, "linked")
        self.git(plain, "worktree", "add", "-q", linked, "-b", "side")
        outer = self.repository("outer")
        self.git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", plain, "part")
        self.git(outer, "commit", "-q", "-m", "part")
        part = os.path.join(outer, "part")
        part_linked = os.path.join(self.scratch, "part-linked")
        self.git(part, "worktree", "add", "-q", part_linked, "-b", "part-side")
        for source in (plain, linked, part, part_linked):
            with self.subTest(source=os.path.relpath(source, self.scratch)):
                before = self.agree(source)
                run = self.shell(source, "true")["run_id"]
                during = self.agree(source)
                self.assertEqual(during.count("worktree "), before.count("worktree ") + 1)
                workspace = self.proof(run)["execution"]["binding"]["workspace_root"]
                self.git(workspace, "fsck", "--strict")
                self.assertEqual(self.git(workspace, "status", "--porcelain"), "")
                self.answer(0, "release", run)
                self.assertEqual(self.agree(source), before)
                self.assertFalse(os.path.exists(workspace))
                self.assertEqual(self.git(source, "branch", "--list", "harnery/*"), "")
        self.assertEqual(self.answer(0, "workspaces"), [])

    def test_a_limit_of_open_files_that_is_too_low_is_named(self):
        repo = self.repository()
        done = subprocess.run(["sh", "-c", 'ulimit -n 10; exec "$@"', "sh", support.PROGRAM, "launch", "--repository", repo,
                               "--topology", "shared", "--adapter", "shell", "--", "true"], env=self.env, cwd=repo,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout + done.stderr, "limit of open files is too low.*ulimit -n")

    def test_a_refused_launch_leaves_nothing_but_its_record(self):
        repo = self.repository()
        before, branches = self.listing(repo), self.git(repo, "for-each-ref")
        answer = self.answer(3, "launch", "--repository", repo, "--topology", "worktree", "--mode", "workspace-write",
                             "--adapter", "claude-code", "--", "do it")
        self.assertEqual(answer["reason"], "no_projection")
        self.assertEqual(self.git(repo, "for-each-ref"), branches)
        self.assertEqual(self.git(repo, "worktree", "list").count("\n"), 1)
        self.assertFalse(os.path.exists(os.path.join(self.scratch, ".harnery-workspaces")))
        record = os.path.join(repo, ".harnery")
        after = {p: s for p, s in self.listing(repo).items() if not p.startswith(record) and p != repo}
        self.assertEqual(after, {p: s for p, s in before.items() if p != repo})
        proof = self.proof(answer["run_id"])
        self.assertEqual(proof["run"]["status"], "failed")
        self.assertEqual(proof["console"]["outcome"], "refused")
        self.assertEqual(self.answer(0, "runs")[0]["reason"], "no_projection")
        self.assertEqual(self.answer(0, "workspaces"), [])
        self.assertEqual(os.listdir(os.path.join(self.state, "live")) if os.path.isdir(os.path.join(self.state, "live")) else [],
                         [])

    def test_the_program_missing_at_launch_is_refused_with_the_install_hint(self):
        self.env["PATH"] = self.only("git")
        answer = self.answer(3, "launch", "--repository", self.repository(), "--adapter", "claude-code", "--", "x")
        self.assertEqual(answer["reason"], "adapter_missing")
        self.assertIn("npm install", answer["message"])

    def test_a_failing_child_fails_the_run_and_says_its_status(self):
        answer = self.shell(self.repository(), "true", "exit 7", status=1)
        proof = self.proof(answer["run_id"])
        self.assertEqual([a["status"] for a in proof["agents"]], ["succeeded", "failed"])
        self.assertIn("7", proof["agents"][1]["error"])

    def test_release_refuses_what_would_be_lost_and_names_it(self):
        repo = self.repository()
        run = self.shell(repo, "echo x > untracked.txt")["run_id"]
        workspace = self.proof(run)["execution"]["binding"]["workspace_root"]
        done = self.run_program("release", run)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("untracked.txt", done.stderr)
        os.unlink(os.path.join(workspace, "untracked.txt"))
        with open(os.path.join(workspace, "built.o"), "w", encoding="utf-8") as f:
            f.write("ignored")
        done = self.run_program("release", run)
        self.assertEqual(done.returncode, 1)
        self.assertIn("built.o", done.stderr)
        self.assertTrue(os.path.exists(workspace))
        self.answer(0, "release", run, "--discard-ignored")
        self.assertFalse(os.path.exists(workspace))

    def test_the_shared_topology_works_in_the_checkout_itself(self):
        repo = self.repository()
        answer = self.shell(repo, "echo x > here.txt", topology="shared")
        self.assertTrue(os.path.exists(os.path.join(repo, "here.txt")))
        self.assertNotIn("execution", self.proof(answer["run_id"]))
        self.assertEqual(self.answer(0, "workspaces"), [])

    def test_a_directory_without_a_repository_is_served_shared(self):
        plain = os.path.join(self.scratch, "plain")
        os.mkdir(plain)
        answer = self.shell(plain, "echo x > here.txt", topology="shared")
        self.assertTrue(os.path.exists(os.path.join(plain, "here.txt")))
        self.assertEqual(self.proof(answer["run_id"])["run"]["status"], "succeeded")

    def test_a_picked_subdirectory_is_where_children_start(self):
        repo = self.repository()
        answer = self.shell(os.path.join(repo, "src"), "pwd > where.txt")
        binding = self.proof(answer["run_id"])["execution"]["binding"]
        self.assertEqual(binding["active_root"], os.path.join(binding["workspace_root"], "src"))
        with open(os.path.join(binding["active_root"], "where.txt"), encoding="utf-8") as f:
            self.assertEqual(f.read().strip(), binding["active_root"])

    def test_ten_first_launches_at_once_on_one_repository_never_fail_each_other(self):
        repo = self.repository()
        runs = [support.subprocess.Popen([support.PROGRAM, "launch", "--json", "--repository", repo, "--topology", "worktree",
                                          "--adapter", "shell", "--", "true"], env=self.env, stdout=support.subprocess.PIPE,
                                         stderr=support.subprocess.PIPE, text=True, stdin=support.subprocess.DEVNULL)
                for _ in range(10)]
        for run in runs:
            out, problem = run.communicate(timeout=support.DEADLINE_S * 2)
            self.assertEqual(run.returncode, 0, out + problem)
        self.assertEqual(len(self.answer(0, "runs")), 10)
        self.assertTrue(self.answer(0, "verify")["holds"])
        for entry in self.answer(0, "workspaces"):
            self.answer(0, "release", entry["run_id"])
        self.assertEqual(self.git(repo, "worktree", "list").count("\n"), 1)
        self.git(repo, "fsck", "--strict")

    def test_no_code_of_the_repository_runs(self):
        repo = self.repository()
        canary = os.path.join(self.scratch, "canary")
        trap = os.path.join(self.scratch, "trap")
        with open(trap, "w", encoding="utf-8") as f:
            f.write(f"#!/bin/sh\necho \"$0 $@\" >> {canary}\ncat\n")
        os.chmod(trap, 0o755)
        for hook in ("post-checkout", "post-index-change", "reference-transaction", "pre-commit"):
            os.symlink(trap, os.path.join(repo, ".git", "hooks", hook))
        for key in ("core.fsmonitor", "diff.external", "filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv"):
            self.git(repo, "config", key, trap)
        with open(os.path.join(repo, ".git", "info", "attributes"), "w", encoding="utf-8") as f:
            f.write("*.txt filter=evil diff=evil\n")
        self.run_program("check", "--json", "--repository", repo, "--topology", "worktree", "--adapter", "shell", "--", "true")
        run = self.shell(repo, "true")["run_id"]
        unknowns = self.proof(run)["console"]["unknowns"]
        self.assertTrue([u for u in unknowns if u["code"] == "repository_filters_off" and "evil" in u["message"]], unknowns)
        self.run_program("release", run)
        self.assertFalse(os.path.exists(canary), "code of the repository ran")


if __name__ == "__main__":
    support.main()
