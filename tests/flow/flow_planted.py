"""A child that reaches its own record: what it plants, changes or takes away is set aside, named, and never believed."""
import os
import unittest

import support

RECORD = "cd .harnery/workflows/wf-*/ && "


class Planted(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def run_shell(self, prompt, status=0):
        return self.launch(status, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", prompt)

    def alerts(self, run):
        return [(a["kind"], a["path"]) for a in self.proof(run["run_id"])["console"]["alerts"]]

    def row(self, run):
        return next(r for r in self.answer(0, "runs") if r["run_id"] == run["run_id"])

    def test_what_lies_in_the_place_of_the_proof_is_set_aside_and_the_run_is_sealed_as_it_ended(self):
        for plant in ("echo '{}' > proof.json", "mkdir proof.json", "ln -s run.json proof.json", "mkfifo proof.json",
                      "mkdir proof.json proof.json.found-1"):
            with self.subTest(plant):
                self.repo = self.repository(f"planted-{abs(hash(plant))}")
                run = self.run_shell(RECORD + plant + "; exit 3", status=1)
                self.assertEqual((run["status"], self.row(run)["outcome"]), ("failed", "failed"))
                self.assertEqual(self.alerts(run), [("record", "proof.json")])
                self.assertEqual(self.row(run)["alerts"], 1)
                kept = "proof.json.found-2" if "found-1" in plant else "proof.json.found-1"
                self.assertIn(kept, self.proof(run["run_id"])["console"]["alerts"][0]["what"])
                self.assertTrue(os.path.lexists(os.path.join(run["directory"], kept)))
                self.assertTrue(self.answer(0, "verify", run["run_id"])["holds"])

    def test_a_child_that_overwrites_its_own_terminal_log_is_an_alert_and_does_not_hold(self):
        for change, name in (("echo forged | dd of=children/a1.out conv=notrunc", "children/a1.out"),
                             ("echo r > children/a1.timing", "children/a1.timing"), ("rm children/a1.out", "children/a1.out")):
            with self.subTest(change):
                self.repo = self.repository(f"log-{abs(hash(change))}")
                run = self.run_shell("echo honest words; sleep 0.5; " + RECORD + f"( {change} ) > /dev/null 2>&1")
                self.assertEqual(self.alerts(run), [("record", name)])
                self.assertFalse(self.answer(1, "verify", run["run_id"])["holds"])

    def test_a_long_terminal_log_that_is_changed_during_the_run_is_not_what_is_sealed(self):
        run = self.run_shell("head -c 3000000 /dev/zero; sleep 0.5; " + RECORD + "( echo forged | dd of=children/a1.out conv=notrunc ) > /dev/null 2>&1")
        self.assertFalse(self.answer(1, "verify", run["run_id"])["holds"])

    def test_a_forged_proof_of_another_run_is_not_taken_into_the_ledger(self):
        good = self.run_shell("true")
        forge = f"cd .harnery/workflows && N=$(ls -d wf-* | grep -v {good['run_id']}) && " \
                f"sed s/{good['run_id']}/$N/g {good['run_id']}/proof.json > $N/proof.json; exit 3"
        run = self.run_shell(forge, status=1)
        self.assertEqual((run["status"], self.row(run)["outcome"]), ("failed", "failed"))
        self.assertEqual(self.alerts(run), [("record", "proof.json")])

    def test_a_file_that_was_changed_during_the_run_is_an_alert_and_does_not_hold(self):
        for change, name in ((": > transcript.jsonl", "transcript.jsonl"), ("echo x >> transcript.jsonl", "transcript.jsonl"),
                             ("rm transcript.jsonl", "transcript.jsonl"), ("rm request.json", "request.json"), ("echo '{}' > run.json", "run.json"),
                             ("sed -i s/shell/codex/ run.json", "run.json")):
            with self.subTest(change):
                self.repo = self.repository(f"changed-{abs(hash(change))}")
                run = self.run_shell(RECORD + change)
                self.assertIn(("record", name), self.alerts(run))
                answer = self.answer(1, "verify", run["run_id"])
                self.assertIn(name, answer["findings"][0])

    def test_what_is_no_transcript_is_set_aside_and_the_run_is_sealed(self):
        for plant in ("mkfifo", "mkdir", "ln -s run.json"):
            with self.subTest(plant):
                self.repo = self.repository("obstructed-" + plant[:6].replace(" ", "-"))
                run = self.run_shell(RECORD + f"until grep -q console.prompt transcript.jsonl; do :; done; rm transcript.jsonl; {plant} transcript.jsonl")
                self.assertEqual((run["status"], self.alerts(run)), ("done", [("record", "transcript.jsonl")]))
                self.assertTrue(os.path.lexists(os.path.join(run["directory"], "transcript.jsonl.found-1")))

    def test_a_record_directory_that_was_replaced_or_removed_is_an_alert_and_does_not_hold(self):
        for change, kept in (("mv wf-* aside; cp -r aside $(grep -o 'wf-[0-9a-zA-Z-]*' aside/run.json | head -1)", True),
                             ("rm -rf wf-*", False), ("mv wf-* aside; ln -s aside $(grep -o 'wf-[0-9a-zA-Z-]*' aside/run.json | head -1)", True)):
            with self.subTest(change):
                self.repo = self.repository("place-" + str(abs(hash(change))))
                run = self.run_shell("until grep -q console.prompt .harnery/workflows/wf-*/transcript.jsonl; do :; done; "
                                     "cd .harnery/workflows && " + change)
                self.assertEqual((run["status"], self.row(run)["outcome"]), ("done", "done"))
                self.assertEqual(self.alerts(run)[0], ("record", run["directory"]))
                self.assertEqual(os.path.lexists(os.path.join(run["directory"], "directory.found")), kept)
                self.assertFalse(self.answer(1, "verify", run["run_id"])["holds"])

    def test_a_proof_that_a_killed_supervisor_did_not_announce_is_not_believed(self):
        done = self.run_program("launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--detach", "--",
                                RECORD + "echo '{\"console\":{\"outcome\":\"done\"}}' > proof.json; touch ../planted; sleep 60")
        run = {"run_id": done.stdout.strip()}
        self.wait_until(lambda: os.path.exists(os.path.join(self.repo, ".harnery", "workflows", "planted")), "the proof is planted")
        self.kill(self.supervisor_pid(run["run_id"]))
        self.wait_until(lambda: self.answer(0, "runs")[0]["outcome"] == "lost", "the run is sealed as lost")
        self.assertIn(("record", "proof.json"), self.alerts(run))
        self.assertEqual(os.listdir(os.path.join(self.state, "live")), [])


if __name__ == "__main__":
    unittest.main()
