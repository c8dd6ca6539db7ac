"""What a child, a repository or a record says never reaches the operator's terminal except as what may be drawn."""
import glob
import json
import os
import unicodedata

import support

POISON = "\x1b]0;OWNED\x07\x1b[2J\x9b31m\u202e"


def undrawable(text):
    return sorted({c for c in text if (unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\xad\u200d")})


class Hostile(support.Flow):
    def commands(self, run):
        for args in (["show", run], ["show", run, "--transcript"], ["runs"], ["workspaces"], ["verify", run], ["verify"],
                     ["adapters"]):
            for extra in ([], ["--json"]):
                done = self.run_program(*args, *extra)
                for where, text in (("stdout", done.stdout), ("stderr", done.stderr)):
                    self.assertEqual(undrawable(text), [], f"{args + extra} wrote to {where}: {text!r}")

    def poison_strings(self, value):
        """Every string of a record at once, keys untouched."""
        if isinstance(value, dict):
            return {k: self.poison_strings(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.poison_strings(v) for v in value]
        return value + POISON if isinstance(value, str) else value

    def test_names_labels_prompts_and_branches(self):
        repo = self.repository("name-\x1b[31m\u202e")
        self.git(repo, "checkout", "-q", "-b", "branch-\u202e\x9b")
        answer = self.answer(0, "launch", "--repository", repo, "--topology", "worktree", "--adapter", "shell", "--", "true")
        self.commands(answer["run_id"])
        for extra in ([], ["--json"]):
            done = self.run_program("check", "--repository", repo, "--adapter", "shell", *extra, "--", "echo '" + POISON + "'")
            self.assertEqual(undrawable(done.stdout + done.stderr), [])

    def test_a_record_that_an_enemy_rewrote(self):
        repo = self.repository()
        answer = self.answer(0, "launch", "--repository", repo, "--topology", "shared", "--adapter", "shell", "--", "true")
        for path in glob.glob(os.path.join(answer["directory"], "*.json")):
            with open(path, encoding="utf-8") as f:
                value = json.load(f)
            keep = value.get("schema_version"), value.get("run_id"), value.get("run")
            value = self.poison_strings(value)
            if keep[1]:
                value["run_id"] = keep[1]
            if keep[2]:
                value["run"]["id"] = keep[2]["id"]
            os.chmod(path, 0o600)
            with open(path, "w", encoding="utf-8") as f:
                json.dump(value, f)
        self.commands(answer["run_id"])


if __name__ == "__main__":
    support.main()
