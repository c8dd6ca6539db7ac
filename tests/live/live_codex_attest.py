"""bulkhead attest with the real codex: its sandbox around a plain command, and the headless agent against a model server
of the test's own, which is told to run whatever the prompt asks for."""
import hashlib
import json
import os
import time

import vendor
from model_server import ModelServer, said_by_user


class Obedient(list):
    """A script that calls the shell with the command line the prompt ends in, then says so."""

    server = None

    def __len__(self):
        return 2

    def __getitem__(self, at):
        if at > 0:
            return {"say": "done"}
        return {"run": said_by_user(self.server.requests[-1])[-1].rsplit("\n", 1)[-1]}


class CodexAttest(vendor.Live):
    def cells(self, answer):
        return {(c["mode"], c["git_write"], c["roots"]): c["result"] for c in answer["cells"]}

    def scratch_is_empty(self):
        return os.listdir(os.path.join(self.state, "attest")) == ["lock"]

    def test_its_sandbox_is_attested_in_every_projection_without_a_model(self):
        begin = time.monotonic()
        answer = self.answer(0, "attest", "codex")
        print(f"\nattested through codex sandbox in {answer['took_ms']} ms ({time.monotonic() - begin:.2f} s in all)")
        self.assertEqual(answer["adapter"], "codex-sandbox")
        self.assertEqual(answer["result"], "attested", answer)
        self.assertEqual(set(self.cells(answer).values()), {"attested"})
        self.assertTrue(self.scratch_is_empty())

    def test_the_program_behind_the_starter_script_is_attested_too(self):
        program = self.answer(0, "attest", "codex")["program"]
        self.assertIsNone(program["starts_unknown"])
        with open(os.path.realpath(program["path"]), "rb") as f:
            script = f.read(2) == b"#!"
        self.assertEqual(script, program["starts"] is not None)
        if script:
            with open(program["starts"]["path"], "rb") as f:
                native = f.read()
            self.assertEqual(native[:4], b"\x7fELF")
            self.assertEqual(hashlib.sha256(native).hexdigest(), program["starts"]["sha256"])

    def test_it_is_cited_for_codex_only_as_the_same_programs_sandbox(self):
        self.answer(0, "attest", "codex")
        ask = ("--repository", self.repo, "--mode", "workspace-write", "--", "true")
        self.assertIn("the same program's sandbox, not its agent", self.answer(0, "check", "--adapter", "codex", *ask)["message"])
        self.assertIn("as was attested on this machine", self.answer(0, "check", "--adapter", "codex-sandbox", *ask)["message"])

    def test_a_first_launch_is_attested_by_itself(self):
        run = self.launch(0, "--repository", self.repo, "--adapter", "codex-sandbox", "--mode", "read-only", "--", "true")
        adapter = self.proof(run["run_id"])["console"]["adapter"]
        self.assertEqual(adapter["basis"], "attested")
        self.assertEqual(len(adapter["attestation_sha256"]), 64)

    def through_the_agent(self, script):
        server = ModelServer(script)
        self.addCleanup(server.close)
        if isinstance(script, Obedient):
            script.server = server
        self.configure("", server.url)
        done = self.run_program("attest", "codex", "--json", "--path", "exec", "--spend-tokens")
        self.assertTrue(self.scratch_is_empty())
        return json.loads(done.stdout)

    def test_the_agent_is_attested_when_its_model_runs_the_command(self):
        answer = self.through_the_agent(Obedient())
        self.assertEqual(answer["adapter"], "codex")
        self.assertEqual(set(self.cells(answer).values()), {"attested"}, answer)
        ask = ("--repository", self.repo, "--mode", "workspace-write", "--", "true")
        self.assertIn("as was attested on this machine", self.answer(0, "check", "--adapter", "codex", *ask)["message"])

    def test_a_model_that_only_says_so_leaves_it_inconclusive(self):
        answer = self.through_the_agent([{"say": "I ran it and everything was denied."}])
        self.assertEqual(set(self.cells(answer).values()), {"inconclusive"}, answer)


if __name__ == "__main__":
    vendor.main()
