"""Old records are taken away on demand, never one that is still needed, and never half."""
import json
import os
import subprocess

import support


class Prune(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def run_shared(self, prompt="true"):
        return self.launch(0, "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--", prompt)

    def test_a_pruned_run_keeps_its_line_and_is_said_to_be_pruned(self):
        runs = [self.run_shared() for _ in range(3)]
        ledger = os.path.join(self.state, "ledger.jsonl")
        with open(ledger, "rb") as f:
            before = f.read()
        would = self.answer(0, "prune", "--keep", "1", "--dry-run")
        self.assertEqual([r["run_id"] for r in would["pruned"]], [runs[1]["run_id"], runs[0]["run_id"]])
        self.assertEqual([r["why"] for r in would["kept"]], ["it is one of the newest"])
        self.assertTrue(all(os.path.isdir(r["directory"]) for r in runs))
        done = self.answer(0, "prune", "--keep", "1")
        self.assertEqual(done["pruned"], would["pruned"])
        self.assertGreater(done["bytes"], 1000)
        self.assertEqual([os.path.isdir(r["directory"]) for r in runs], [False, False, True])
        self.assertEqual(os.listdir(os.path.dirname(runs[0]["directory"])), [runs[2]["run_id"]])
        with open(ledger, "rb") as f:
            self.assertEqual(f.read(), before)
        self.assertEqual([r["pruned"] for r in self.answer(0, "runs")], [False, True, True])
        answer = self.answer(0, "verify", runs[0]["run_id"])
        self.assertIn("was pruned on", answer["checked"][0])
        self.assertTrue(self.answer(0, "verify")["holds"])
        self.assertIn("was pruned on", self.answer(2, "show", runs[0]["run_id"])["message"])

    def test_what_is_needed_stays_and_why_is_said(self):
        worktree = self.launch(0, "--repository", self.repo, "--adapter", "shell", "--", "true")["run_id"]
        changed = self.run_shared()
        with open(changed["proof"], "a", encoding="utf-8") as f:
            f.write(" ")
        going = self.run_program("launch", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--detach", "--",
                                 "sleep 60").stdout.strip()
        why = {r["run_id"]: r["why"] for r in self.answer(0, "prune", "--older-than", "0d")["kept"]}
        self.assertIn("workspace is not released", why[worktree])
        self.assertIn("not what was sealed", why[changed["run_id"]])
        self.assertIn("running", why[going])
        self.answer(0, "stop", going)
        self.answer(0, "release", worktree)
        self.assertIn("not old enough", {r["run_id"]: r["why"] for r in self.answer(0, "prune", "--older-than", "90d")["kept"]}[worktree])
        self.assertIn(worktree, [r["run_id"] for r in self.answer(0, "prune", "--older-than", "0")["pruned"]])

    def test_a_record_stays_of_which_any_file_is_not_what_was_sealed(self):
        names = ("proof.json", "run.json", "request.json", "transcript.jsonl", "children/a1.out", "children/a1.timing")
        changed = {}
        for name in names:
            changed[name] = self.run_shared("echo paid")
            with open(os.path.join(changed[name]["directory"], name), "ab") as f:
                f.write(b"\n")
        taken = self.run_shared("echo paid")
        os.unlink(os.path.join(taken["directory"], "children", "a1.out"))
        whole = self.run_shared("echo paid")["run_id"]
        answer = self.answer(0, "prune", "--keep", "0")
        self.assertEqual([r["run_id"] for r in answer["pruned"]], [whole])
        self.assertEqual({r["run_id"] for r in answer["kept"]}, {r["run_id"] for r in [*changed.values(), taken]})
        self.assertTrue(all("not what was sealed" in r["why"] for r in answer["kept"]))
        self.assertTrue(all(os.path.isdir(r["directory"]) for r in changed.values()))

    def test_without_a_bound_nothing_goes(self):
        self.run_shared()
        for wrong in ([], ["--older-than", "x"], ["--older-than", "5w"], ["--keep", "-1"]):
            self.assertEqual(self.run_program("prune", *wrong).returncode, 2, wrong)
        self.assertTrue(self.answer(0, "verify")["holds"])

    def names(self, place):
        return os.listdir(place) if os.path.isdir(place) else []

    def test_a_removal_that_was_killed_goes_on_at_the_next_start(self):
        runs = [self.run_shared() for _ in range(12)]
        for turn in range(8):
            place = os.path.join(self.state, ("pruning", "pruned")[turn % 2])
            before = self.names(place)
            pruning = subprocess.Popen([support.PROGRAM, "prune", "--keep", "0"], env=self.env, cwd=self.home,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while pruning.poll() is None and self.names(place) == before:
                pass  # killed as soon as it has done the first thing
            pruning.kill()
            pruning.wait()
            self.assertTrue(self.answer(0, "verify")["holds"])
        self.answer(0, "prune", "--keep", "0")
        self.assertEqual(os.listdir(os.path.dirname(runs[0]["directory"])), [])
        self.assertEqual(os.listdir(os.path.join(self.state, "pruning")), [])
        self.assertEqual(len(os.listdir(os.path.join(self.state, "pruned"))), 12)

    def test_what_was_renamed_and_not_removed_is_removed(self):
        run = self.run_shared()
        st = os.stat(run["directory"])
        os.makedirs(os.path.join(self.state, "pruning"), mode=0o700)
        with open(os.path.join(self.state, "pruning", run["run_id"] + ".json"), "w", encoding="utf-8") as f:
            json.dump({"run_id": run["run_id"], "at": "2026-11-30T00:00:00.000Z", "directory": run["directory"], "bytes": 5,
                       "device": st.st_dev, "inode": st.st_ino}, f)
        place, name = os.path.split(run["directory"])
        os.rename(run["directory"], os.path.join(place, ".rm-" + name))
        self.assertTrue(self.answer(0, "verify")["holds"])
        self.assertEqual(os.listdir(place), [])


if __name__ == "__main__":
    support.main()
