"""A record that was changed is evidence: it is said before it is shown, and it is not pruned."""
import os
import re
import shutil
import subprocess

import support

RECORD = 'r=$(ls -td .harnery/workflows/wf-* | head -1); '


class Evidence(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def run_shell(self, prompt="echo paid", status=0):
        return self.launch(status, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", prompt)

    def add(self, run, name, text):
        with open(os.path.join(run["directory"], name), "a", encoding="utf-8") as f:
            f.write(text)

    def changed(self):
        """One run for each way to change a file that its proof sealed, and the file."""
        for name in ("transcript.jsonl", "children/a1.out", "children/a1.timing", "request.json", "run.json", "proof.json"):
            run = self.run_shell()
            self.add(run, name, "x")
            yield run, name
            run = self.run_shell()
            os.unlink(os.path.join(run["directory"], name))
            yield run, name

    def test_what_is_not_as_sealed_is_said_first_and_never_pruned(self):
        runs = list(self.changed())
        whole = self.run_shell()
        for run, name in runs:
            shown = self.run_program("show", run["run_id"]).stdout
            self.assertIn("damaged record", shown.splitlines()[0], name)
            for option in (["--output", "a1"], ["--transcript"]):
                told = self.run_program("show", *option, run["run_id"]).stderr
                self.assertIn(f"record of run {run['run_id']} is damaged", told, (name, option))
        self.assertNotIn("damaged", self.run_program("show", whole["run_id"]).stdout)
        done = self.answer(0, "prune", "--keep", "0")
        self.assertEqual([r["run_id"] for r in done["pruned"]], [whole["run_id"]])
        self.assertEqual({r["run_id"] for r in done["kept"]}, {run["run_id"] for run, _ in runs})
        self.assertEqual({r["why"] for r in done["kept"]}, {"its record is not what was sealed; bulkhead verify says what differs"})

    def test_a_lost_run_is_sealed_whatever_its_child_left_in_the_record(self):
        for plant in ("cp $(ls -td .harnery/workflows/wf-* | tail -1)/proof.json $r/proof.json", "echo x > $r/run.json",
                      "rm $r/run.json; mkdir $r/run.json", "rm $r/request.json; mkfifo $r/request.json"):
            self.run_shell("true")
            run = self.run_program("launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--detach", "--",
                                   RECORD + plant + "; touch $r/planted; exec sleep 60").stdout.strip()
            planted = os.path.join(self.repo, ".harnery", "workflows", run, "planted")
            self.wait_until(lambda at=planted: os.path.exists(at), "the child planted it")
            self.kill(self.supervisor_pid(run))
            self.wait_until(lambda of=run: [r["outcome"] for r in self.answer(0, "runs") if r["run_id"] == of] == ["lost"], "lost")
            line = [r for r in self.answer(0, "runs") if r["run_id"] == run][0]
            self.assertIsNotNone(line["proof_sha256"], plant)
            self.assertEqual(line["outcome"], "lost", plant)

    def test_a_record_that_is_gone_is_said_to_be_gone_by_every_command(self):
        pruned, gone, whole = self.run_shell(), self.run_shell(), self.run_shell()
        shutil.rmtree(gone["directory"])
        self.answer(0, "prune", "--keep", "1")
        for words in (["show"], ["acknowledge"], ["compare", whole["run_id"]]):
            self.assertIn("was pruned on", self.answer(2, *words, pruned["run_id"])["message"])
            self.assertIn("only its line in the ledger is left", self.answer(2, *words, gone["run_id"])["message"])
        self.assertIn("was pruned on", self.answer(2, "replay", pruned["run_id"], "a1")["message"])

    def test_verifying_while_records_are_pruned_reports_no_loss(self):
        for _ in range(30):
            self.run_shell("true")
        for keep in range(28, 0, -2):
            pruning = subprocess.Popen([support.PROGRAM, "prune", "--keep", str(keep)], env=self.env, cwd=self.home,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while pruning.poll() is None:
                self.assertEqual(self.answer(0, "verify")["findings"], [])
            pruning.wait()

    def test_a_ledger_that_is_gone_is_not_the_same_as_no_run(self):
        self.run_shell()
        os.unlink(os.path.join(self.state, "ledger.jsonl"))
        for command in ("runs", "statistics"):
            done = self.run_program(command)
            self.assertIn("ledger.head names line 1", done.stderr)
            self.assertNotIn("No run is recorded yet", done.stderr)

    def test_a_head_that_is_of_another_line_is_not_said_to_lack_lines(self):
        for _ in range(3):
            self.run_shell()
        head = os.path.join(self.state, "ledger.head")
        with open(head, encoding="utf-8") as f:
            said = f.read()
        with open(head, "w", encoding="utf-8") as f:
            f.write(re.sub("[0-9a-f]{64}", "0" * 64, said))
        first = self.answer(1, "verify")["findings"][0]
        self.assertIn("line 3 of the ledger is not the one that ledger.head names", first)


if __name__ == "__main__":
    support.main()
