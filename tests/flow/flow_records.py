"""Records as the commands tell them: doctored ones, unfinished ones, ones that could not be written, and what children printed."""
import json
import os
import subprocess

import support


class Records(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def run_shell(self, prompt, *flags, status=0):
        return self.launch(status, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", *flags, "--", prompt)

    def detach(self, prompt):
        done = self.run_program("launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--detach", "--",
                                prompt)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_a_doctored_proof_is_said_before_it_is_shown(self):
        run = self.run_shell("true")
        with open(run["proof"], encoding="utf-8") as f:
            text = f.read()
        os.chmod(run["proof"], 0o600)
        with open(run["proof"], "w", encoding="utf-8") as f:
            f.write(text.replace('"shell"', '"codex"'))
        shown = self.run_program("show", run["run_id"])
        self.assertIn("is not what the ledger sealed", shown.stdout.splitlines()[0])
        as_json = self.run_program("show", "--json", run["run_id"])
        json.loads(as_json.stdout)
        self.assertIn("is not what the ledger sealed", as_json.stderr)
        self.assertFalse(self.answer(1, "verify", run["run_id"])["holds"])

    def test_a_changed_terminal_log_does_not_hold(self):
        run = self.run_shell("echo paid")
        self.assertTrue(self.answer(0, "verify", run["run_id"])["holds"])
        log = os.path.join(run["directory"], "children", "a1.out")
        with open(log, "rb") as f:
            printed = f.read()
        with open(log, "wb") as f:
            f.write(printed.replace(b"paid", b"owed"))
        self.assertIn("terminal log of a1 is not what was sealed", self.answer(1, "verify", run["run_id"])["findings"][0])

    def test_verify_says_that_a_run_still_runs_and_last_is_the_run_that_started_last(self):
        going = self.detach("sleep 60")
        answer = self.answer(2, "verify", going)
        self.assertEqual(answer["reason"], "not_found")
        self.assertIn("still going", answer["message"])
        self.run_shell("true")
        later = self.run_shell("false", status=1)["run_id"]
        self.assertEqual(self.answer(0, "runs")[0]["run_id"], later)
        self.assertEqual(self.answer(0, "runs")[-1]["run_id"], going)
        self.assertEqual(self.proof("last")["run"]["id"], later)
        self.answer(0, "stop", going)
        self.wait_until(lambda: self.run_program("verify", going).returncode == 0, "the run is sealed")

    def test_the_log_of_a_lost_run_is_sealed_as_it_lies(self):
        run = self.detach("echo said; sleep 60")
        log = os.path.join(self.repo, ".harnery", "workflows", run, "children", "a1.out")
        self.wait_until(lambda: os.path.exists(log) and os.path.getsize(log) == 6, "the child has printed")
        self.kill(self.supervisor_pid(run))
        self.wait_until(lambda: self.answer(0, "runs")[0]["outcome"] == "lost", "the run is sealed as lost")
        terminal = self.proof(run)["console"]["children"][0]["terminal"]
        self.assertEqual((terminal["bytes"], terminal["kept"]), (6, 6))
        self.assertTrue(self.answer(0, "verify", run)["holds"])

    def test_a_run_that_could_not_be_sealed_is_not_done(self):
        run = self.run_shell("cd .harnery/workflows/wf-* && mkdir proof.json && touch $(seq -f proof.json.found-%g 100)", status=4)
        self.assertEqual((run["status"], run["reason"], run["proof"]), ("lost", "record_not_saved", None))
        self.assertIn("no proof.json", run["message"])
        shown = self.run_program("show", run["run_id"])
        self.assertIn(run["message"], shown.stdout)
        self.assertNotIn("done", shown.stdout.split(run["run_id"])[0])

    def damage(self, path, how):
        os.unlink(path)
        if how == "symlink":
            os.symlink(self.repo, path)
        elif how == "fifo":
            os.mkfifo(path)
        else:
            with open(path, "w", encoding="utf-8") as f:
                f.write(how)

    def test_a_damaged_entry_of_a_workspace_is_named_with_a_way_on(self):
        run = self.launch(0, "--repository", self.repo, "--adapter", "shell", "--", "true")["run_id"]
        entry = os.path.join(self.state, "workspaces", run + ".json")
        for how in ("", "{", '{"binding": 5}', "symlink", "fifo"):
            self.damage(entry, how)
            message = self.answer(1, "release", run)["message"]
            self.assertIn(entry + " is damaged", message, how)
            self.assertIn(f"bulkhead show {run} says where the worktree is", message)
        self.assertIn("worktree", self.run_program("show", run).stdout)

    def test_a_damaged_live_entry_is_named_wherever_its_run_is_asked_for(self):
        run = self.detach("sleep 60")
        self.kill(self.supervisor_pid(run))
        self.damage(os.path.join(self.state, "live", run + ".json"), "{")
        for command in ("show", "verify", "stop", "attach", "replay"):
            done = self.run_program(command, run, *(["a1"] if command == "replay" else []))
            self.assertIn(f"The entry of run {run} is damaged", done.stderr, command)
            self.assertIn(os.path.join(self.state, "live", run + ".json"), done.stderr)
        self.assertIn(f"run {run} ended and could not be sealed", self.answer(1, "verify")["findings"][0])

    def test_what_a_child_printed_is_shown_as_lines_without_its_controls(self):
        launched = self.run_program("launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--",
                                    r"printf 'one\033[31m\ntwo\n'; exit 3")
        self.assertEqual(launched.returncode, 1)
        self.assertIn("children/a1.out", launched.stdout)
        shown = self.run_program("show", "last", "--output", "a1")
        self.assertEqual((shown.returncode, shown.stdout), (0, "one^[[31m\ntwo\n"))
        self.assertEqual(self.answer(0, "show", "last", "--output", "a1")["lines"], ["one^[[31m", "two"])
        self.assertIn("children/a1.out", self.run_program("show", "last").stdout)
        for wrong in ("a2", "../a1", ""):
            answer = self.answer(2, "show", "last", "--output", wrong)
            self.assertEqual(answer["reason"], "not_found")
            self.assertIn("its children: a1", answer["message"])

    def test_a_label_that_one_run_bears_is_as_good_as_its_id(self):
        def launch(label):
            return self.answer(0, "launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--label", label, "--", "true")["run_id"]

        first, second, third = launch("night shift"), launch("again"), launch("again")
        self.assertIn(first, self.run_program("show", "night shift").stdout)
        self.assertTrue(self.answer(0, "verify", "night shift")["holds"])
        self.assertEqual(self.answer(0, "compare", "night shift", first)["differing"], 0)
        for command in (["show"], ["verify"], ["stop"], ["replay", "a1"], ["release"], ["acknowledge"]):
            answer = self.answer(2, command[0], "again", *command[1:])
            self.assertEqual(answer["reason"], "not_found")
            self.assertIn(f"2 runs bear the label again, the newest {third}, {second};", answer["message"])
        self.assertIn("No run nobody is recorded", self.answer(2, "show", "nobody")["message"])

    def test_only_the_prompts_own_place_is_replaced(self):
        self.run_shell("sh")
        self.assertEqual(self.proof("last")["console"]["children"][0]["argv"][0], "sh")

    def test_an_answer_that_cannot_be_written_is_status_4(self):
        for _ in range(3):
            self.run_shell("true")
        for args in (["runs", "--json"], ["runs"], ["runs", "--format", "csv"], ["show", "--json", "last"], ["adapters"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([support.PROGRAM, *args], env=self.env, cwd=self.home, stdout=full, stderr=subprocess.PIPE,
                                      stdin=subprocess.DEVNULL, timeout=support.DEADLINE_S, check=False)
            self.assertEqual(done.returncode, 4, args)
            self.assertIn(b"Cannot write the answer", done.stderr)

    def test_a_name_of_the_operators_is_said_as_it_was_written(self):
        done = self.run_program("check", "--repository", "missing", "--adapter", "shell", "--", "x", cwd=self.scratch)
        self.assertIn(os.path.join(self.scratch, "missing") + " does not exist", done.stdout + done.stderr)
        self.assertNotIn("Missing", done.stdout + done.stderr)

    def test_the_word_behind_a_place_is_the_fault(self):
        os.mkdir(os.path.join(self.home, "proj"))
        done = self.run_program("proj", "linked")
        self.assertEqual(done.returncode, 2)
        self.assertIn('"linked" is one too many', done.stderr)
        self.assertNotIn("no command", done.stderr)
        done = self.run_program("--", "proj", "linked")
        self.assertEqual(done.returncode, 2)
        self.assertIn('"linked" is one too many', done.stderr)
        opened, plain = self.run_program("--", "proj"), self.run_program("proj")
        self.assertEqual((opened.returncode, opened.stderr), (plain.returncode, plain.stderr))
        self.assertNotIn("--", opened.stderr.split("proj")[0])

    def test_a_key_that_stands_twice_is_refused(self):
        text = '{"repository":%s,"adapter":"shell","prompt":"true","prompt":"false"}' % json.dumps(self.repo)
        done = self.run_program("check", "--json", "--request", "-", stdin=text)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(json.loads(done.stdout)["reason"], "request_invalid")
        self.assertIn('"prompt" stands twice', json.loads(done.stdout)["message"])

    def test_a_branch_that_is_kept_is_said_to_be_kept(self):
        run = self.launch(0, "--repository", self.repo, "--adapter", "shell", "--", "echo x > new.txt; git add -A; "
                          "git -c user.name=t -c user.email=t@example.invalid commit -qm x")
        done = self.run_program("release", run["run_id"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("branch kept: ", done.stdout)

    def test_what_changed_in_the_shared_repository_is_shown_without_a_grant(self):
        run = self.launch(0, "--repository", self.repo, "--adapter", "shell", "--", "git config extra.key value")
        audit = self.proof(run["run_id"])["console"]["grant_audit"]
        self.assertTrue(audit["admin"], audit)
        shown = self.run_program("show", run["run_id"]).stdout
        self.assertIn("What changed in the shared repository", shown)
        self.assertIn("none was given", shown)
        self.assertIn("config", shown)


if __name__ == "__main__":
    support.main()
