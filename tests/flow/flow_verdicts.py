"""Every row of the verdict table through `bulkhead check --json`, and nothing on the disk changes."""
import json
import os
import unittest

import support


class Verdicts(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def check(self, *flags, prompt="true", repository=None, adapter="codex"):
        args = ["check", "--json", "--repository", repository or self.repo, "--adapter", adapter, *flags, "--", prompt]
        before = self.listing(self.scratch)
        done = self.run_program(*args)
        self.assertEqual(before, self.listing(self.scratch), "check changed the disk")
        self.assertIn(done.returncode, (0, 3), done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["verdict"] == "accepted", done.returncode == 0)
        return answer

    def refused(self, reason, *flags, names=None, **named):
        answer = self.check(*flags, **named)
        self.assertEqual((answer["verdict"], answer["reason"]), ("refused", reason), answer["message"])
        self.assertTrue(answer["message"].endswith("."), answer["message"])
        self.assertFalse(answer.get("argv"), "a refusal has no argv")
        for name in names or []:
            self.assertIn(name, answer["message"])
        return answer

    def accepted(self, *flags, **named):
        answer = self.check(*flags, **named)
        self.assertEqual(answer["verdict"], "accepted", answer["message"])
        return answer

    WW = ("--topology", "worktree", "--mode", "workspace-write")
    RO = ("--topology", "worktree", "--mode", "read-only")

    def test_no_policy_any_adapter_any_topology_is_accepted_with_plain_argv(self):
        for adapter in ("codex", "claude-code", "cursor", "shell", "codex-sandbox"):
            for topology in ("shared", "worktree"):
                answer = self.accepted("--topology", topology, adapter=adapter)
                self.assertIsNone(answer.get("projection"))

    def test_a_policy_on_an_adapter_that_declares_nothing(self):
        for adapter in ("claude-code", "cursor", "shell"):
            for mode in (self.WW, self.RO):
                self.refused("no_projection", *mode, adapter=adapter, names=[adapter])

    def test_a_policy_on_codex_names_its_native_mode(self):
        self.assertEqual(self.accepted(*self.WW)["projection"]["native_mode"], "workspace-write")
        self.assertEqual(self.accepted(*self.RO)["projection"]["native_mode"], "read-only")

    def test_roots_that_are_not_absolute_real_directories(self):
        os.symlink("src", os.path.join(self.repo, "link"))
        for root in ("src", "", "/no/such/place", os.path.join(self.repo, "readme.txt"), "{workspace}/missing",
                     "{workspace}/readme.txt", "{workspace}/src/../src", "/bad\x1bname"):
            self.refused("writable_root_invalid", *self.WW, "--writable-root", root)

    def test_roots_in_the_shared_checkout(self):
        self.refused("workspace_required", "--topology", "shared", "--mode", "workspace-write", "--writable-root",
                     os.path.join(self.repo, "src"))

    def test_roots_outside_the_workspace_one_bad_root_refuses_the_set(self):
        outside = os.path.join(self.scratch, "elsewhere")
        os.mkdir(outside)
        self.refused("writable_root_escapes_workspace", *self.WW, "--writable-root", outside, names=[outside])
        self.refused("writable_root_escapes_workspace", *self.WW, "--writable-root", "{workspace}/src", "--writable-root",
                     outside, names=[outside])

    def test_the_administrative_directory_as_a_callers_root(self):
        self.refused("writable_root_escapes_workspace", *self.WW, "--writable-root", os.path.join(self.repo, ".git"))

    def test_a_root_the_mode_already_makes_writable_is_recorded_and_not_rendered(self):
        answer = self.accepted(*self.WW, "--writable-root", "{workspace}/src")
        self.assertEqual(len(answer["projection"]["writable_roots"]), 1)
        rendered = next(a for a in answer["argv"] if "writable_roots" in a)
        self.assertNotIn("/src\"", rendered)

    def test_more_than_sixteen_roots_and_a_root_that_is_too_long(self):
        many = [flag for _ in range(17) for flag in ("--writable-root", "{workspace}/src")]
        answer = self.check(*self.WW, *many)
        self.assertEqual(answer["verdict"], "refused")
        self.refused("writable_root_invalid", *self.WW, "--writable-root", "/" + "x" * 4100)

    def test_a_grant_without_a_policy(self):
        self.refused("grant_without_policy", "--topology", "worktree", "--git-write", "shared-repository")

    def test_a_grant_in_the_shared_checkout_or_without_a_repository(self):
        plain = os.path.join(self.scratch, "plain")
        os.mkdir(plain)
        self.refused("git_grant_unavailable", "--topology", "shared", "--mode", "workspace-write", "--git-write",
                     "shared-repository")
        answer = self.check(*self.WW, "--git-write", "shared-repository", repository=plain)
        self.assertIn(answer["reason"], ("git_grant_unavailable", "workspace_unavailable"))

    def test_read_only_with_roots_or_a_grant(self):
        self.refused("grant_inert", *self.RO, "--git-write", "shared-repository")
        self.refused("grant_inert", *self.RO, "--writable-root", "{workspace}/src")

    def test_the_grant_is_resolved_both_halves_after_the_callers_roots(self):
        answer = self.accepted(*self.WW, "--git-write", "shared-repository")
        roots = answer["projection"]["writable_roots"]
        self.assertEqual(len(roots), 2)
        self.assertTrue(roots[0].startswith(os.path.join(self.repo, ".git", "worktrees")))
        self.assertEqual(roots[1], os.path.join(self.repo, ".git"))
        self.assertEqual(answer["projection"]["git_grant"], "shared-repository")

    def test_an_effort_the_adapter_does_not_list(self):
        self.refused("effort_unsupported", *self.WW, "--effort", "gigantic", names=["gigantic"])

    def test_words_that_nobody_knows(self):
        self.refused("request_invalid", adapter="no-such-adapter", names=["no-such-adapter", "codex"])
        for key, value in (("topology", "clone"), ("gitWrite", "half"), ("filesystemPolicy", {"mode": "full-access"}),
                           ("surprise", 1)):
            done = self.run_program("check", "--json", "--request", "-", stdin=json.dumps(
                {"repository": self.repo, "adapter": "codex", "prompt": "x", key: value}))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual(json.loads(done.stdout)["reason"], "request_invalid")

    def test_prompts_that_are_none(self):
        for prompt in ("", "  ", "-"):
            self.refused("request_invalid", prompt=prompt)

    def test_layouts_that_cannot_be_served(self):
        unborn, bare = os.path.join(self.scratch, "unborn"), os.path.join(self.scratch, "bare.git")
        os.mkdir(unborn)
        self.git(unborn, "init", "-q")
        self.git(self.scratch, "init", "-q", "--bare", bare)
        for path in (unborn, bare, os.path.join(self.scratch, "missing"), os.path.join(self.repo, "readme.txt")):
            self.refused("workspace_unavailable", "--topology", "worktree", repository=path)

    def test_workspace_write_in_a_bare_repository_would_be_the_grant(self):
        bare = os.path.join(self.scratch, "bare.git")
        self.git(self.scratch, "clone", "-q", "--bare", self.repo, bare)
        for place in (bare, os.path.join(self.repo, ".git")):
            self.refused("workspace_unavailable", "--topology", "shared", "--mode", "workspace-write", repository=place)
        self.accepted(*self.WW, repository=bare)

    def test_a_program_that_is_not_on_path_is_said_in_words(self):
        self.env["PATH"] = self.only("git")
        answer = self.accepted(*self.WW)
        self.assertIn("PATH", answer["message"] + str(answer.get("note")))

    def test_a_workspace_under_a_temporary_directory_with_a_policy(self):
        self.env["TMPDIR"] = self.scratch
        self.refused("workspace_unavailable", *self.WW)
        self.accepted("--topology", "worktree")

    def test_a_state_directory_that_leads_into_a_temporary_directory(self):
        temporary = os.path.join(self.scratch, "tmp")
        os.makedirs(os.path.join(temporary, "state"))
        os.symlink(os.path.join(temporary, "state"), os.path.join(self.scratch, "link"))
        self.env["TMPDIR"] = temporary
        self.env["XDG_STATE_HOME"] = os.path.join(self.scratch, "link", "not-made-yet")
        self.refused("workspace_unavailable", *self.WW, names=["state directory"])


if __name__ == "__main__":
    support.main()
