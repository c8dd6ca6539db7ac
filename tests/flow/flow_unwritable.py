"""A state directory that cannot be written for a while: what was kept from it is said, and made up for by the next command."""
import json
import os
import shutil

import support


class Unwritable(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()
        self.ledger = os.path.join(self.state, "ledger.jsonl")

    def words(self, *more, prompt="true"):
        return ["--repository", self.repo, "--topology", "shared", "--adapter", "shell", *more, "--", prompt]

    def block(self):
        """A directory in the place of the ledger: nothing is written there, whoever asks."""
        os.makedirs(self.ledger)

    def test_a_run_whose_line_is_not_in_the_ledger_says_so_and_the_next_command_adds_it(self):
        self.block()
        done = self.run_program("launch", *self.words())
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("is done, but its line is not in the ledger", done.stderr)
        failed = self.launch(4, *self.words(prompt="exit 3"))
        self.assertIn("failed, but its line is not in the ledger", failed["unsealed"])
        os.rmdir(self.ledger)
        rows = {r["run_id"]: r for r in self.answer(0, "runs")}
        self.assertEqual(len(rows), 2)
        self.assertEqual((rows[failed["run_id"]]["outcome"], rows[failed["run_id"]]["reason"]), ("failed", "child_failed"))
        other = [r for r in rows.values() if r["run_id"] != failed["run_id"]][0]
        self.assertEqual((other["outcome"], other["reason"], other["message"], other["alerts"]), ("done", None, None, 0))
        self.assertTrue(self.answer(0, "verify")["holds"])
        self.assertIsNone(self.launch(0, *self.words())["unsealed"])

    def test_a_refusal_that_could_not_be_sealed_is_sealed_as_a_refusal_by_the_next_command(self):
        self.block()
        refused = self.launch(3, *self.words("--mode", "read-only"))
        self.assertIn("was refused, but its line is not in the ledger", refused["unsealed"])
        self.assertIn("refusal could not be recorded yet", self.run_program("launch", *self.words("--mode", "read-only")).stderr)
        os.rmdir(self.ledger)
        _, row = self.answer(0, "runs")
        self.assertEqual((row["run_id"], row["outcome"], row["reason"]), (refused["run_id"], "refused", "no_projection"))
        self.assertTrue(self.answer(0, "verify")["holds"])

    def test_a_refusal_without_any_entry_leaves_no_record(self):
        os.makedirs(self.state)
        with open(os.path.join(self.state, "live"), "w", encoding="utf-8"):
            pass
        self.launch(3, *self.words("--mode", "read-only"))
        self.assertFalse(os.path.exists(os.path.join(self.repo, ".harnery")))

    def test_a_head_that_cannot_be_written_keeps_no_run_from_the_ledger_and_is_never_two_lines_behind(self):
        head = self.ledger.replace("ledger.jsonl", "ledger.head")
        os.makedirs(os.path.join(head, "in the way"))
        self.launch(0, *self.words())
        self.assertEqual(len(self.lines()), 1)
        self.launch(4, *self.words())
        self.assertEqual(len(self.lines()), 1)
        shutil.rmtree(head)
        self.answer(0, "runs")
        self.assertEqual(len(self.lines()), 2)
        self.assertTrue(self.answer(0, "verify")["holds"])

    def lines(self):
        with open(self.ledger, encoding="utf-8") as f:
            return [json.loads(line) for line in f]

    def test_what_is_no_regular_file_in_the_place_of_the_ledger_is_named_with_one_status(self):
        os.makedirs(self.state)
        makes = {"a directory": os.mkdir, "a FIFO": os.mkfifo, "a symbolic link": lambda at: os.symlink("/dev/null", at)}
        for kind, make in makes.items():
            make(self.ledger)
            for command in (["runs"], ["verify"], ["statistics"], ["prune", "--keep", "1"]):
                done = self.run_program(*command)
                self.assertEqual(done.returncode, 1, (kind, command, done.stderr))
                self.assertIn(f"is {kind} and no regular file", done.stderr)
                self.assertIn("move it away", done.stderr)
            os.rmdir(self.ledger) if kind == "a directory" else os.unlink(self.ledger)

    def test_records_of_another_state_directory_are_not_called_rolled_back_and_come_oldest_first(self):
        other = os.path.join(self.home, "other")
        env = dict(self.env)
        self.launch(0, *self.words())
        self.env["XDG_STATE_HOME"] = other
        runs = [self.launch(0, *self.words())["run_id"] for _ in range(4)]
        self.env = env
        found = self.answer(1, "verify")["findings"]
        self.assertEqual([f.split(": ")[0] for f in found], ["run " + r for r in runs])
        for sentence in found[1:]:
            self.assertIn("sealed with the ledger of another state directory", sentence)


class Said(support.Flow):
    """What a command did or left out is in its words."""
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def words(self, *more):
        return ["--repository", self.repo, "--topology", "shared", "--adapter", "shell", *more, "--", "true"]

    def test_a_refusal_names_the_run_that_was_recorded(self):
        said = self.run_program("launch", *self.words("--mode", "read-only")).stderr
        row, = self.answer(0, "runs")
        self.assertIn(f"bulkhead show {row['run_id']}", said)

    def test_a_question_that_no_run_answers_says_so(self):
        self.launch(0, *self.words())
        for options in (["--filter", "label:none"], ["--repository", "nowhere"], ["--adapter", "codex"]):
            self.assertIn("one of the 1 recorded runs passes what was asked for", self.run_program("runs", *options).stderr)
        self.assertIn("no adapter is called codx", self.run_program("runs", "--adapter", "codx").stderr)

    def test_prune_counts_why_records_stay_and_those_that_are_gone(self):
        runs = [self.launch(0, *self.words()) for _ in range(3)]
        shutil.rmtree(runs[0]["directory"])
        for options in (["--keep", "2"], ["--keep", "2", "--dry-run"]):
            said = self.run_program("prune", *options).stdout
            self.assertIn("2 stay: it is one of the newest", said)
            self.assertIn("1 stays: its record was removed or moved after the run", said)
        kept = {r["run_id"] for r in self.answer(0, "prune", "--keep", "2", "--dry-run")["kept"]}
        self.assertEqual(kept, {r["run_id"] for r in runs})

    def test_alerts_of_a_run_whose_proof_is_damaged_are_still_counted(self):
        prompt = "r=$(ls -d .harnery/workflows/wf-*); echo {} > $r/proof.json"
        run = self.launch(0, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", prompt)
        self.assertGreater(run["alerts"], 0)
        with open(os.path.join(run["directory"], "proof.json"), "a", encoding="utf-8") as f:
            f.write("x")
        row, = self.answer(0, "runs")
        self.assertEqual((row["outcome"], row["alerts"]), ("done", run["alerts"]))
        self.assertIn("not what was sealed", self.answer(1, "acknowledge", run["run_id"])["message"])


class Damaged(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def damages(self):
        yield "the ledger sealed a proof.json", os.unlink
        yield "the ledger sealed a proof.json", lambda at: (os.unlink(at), os.mkfifo(at))
        yield "proof.json is not what the ledger sealed", self.break_off
        yield "proof.json is not what the ledger sealed", self.say_failed

    def break_off(self, at):
        os.truncate(at, os.path.getsize(at) // 2)

    def say_failed(self, at):
        with open(at, encoding="utf-8") as f:
            proof = json.load(f)
        proof["console"]["outcome"] = "lost"
        with open(at, "w", encoding="utf-8") as f:
            json.dump(proof, f)

    def test_the_outcome_that_the_ledger_sealed_stands_whatever_became_of_the_proof(self):
        for word, damage in self.damages():
            run = self.launch(0, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", "true")
            damage(os.path.join(run["directory"], "proof.json"))
            shown = self.run_program("show", run["run_id"]).stdout
            self.assertIn(f"damaged record: {word}", shown.splitlines()[0])
            self.assertRegex(shown, f"(?m)^done  {run['run_id']}")
            for untrue in ("lost ", "could not be written to its end"):
                self.assertNotIn(untrue, shown, word)


if __name__ == "__main__":
    support.main()
