"""What an operator gives to a child: a long paste arrives whole, and what cannot arrive is said to be lost."""
import support
import viewer
from viewer import Viewer, frame

PASTE = 1024 * 1024
CHUNK = 16384


class Input(support.Flow):
    def start(self, command):
        answer = self.launch(0, "--detach", "--repository", self.repository(), "--topology", "shared", "--adapter", "shell", "--style",
                             "interactive", "--", command)
        return answer["run_id"]

    def give(self, v, length):
        for _ in range(length // CHUNK):
            v.send(frame(viewer.KEYS, 0, b"x" * CHUNK))

    def test_the_longest_paste_arrives_whole_although_the_child_reads_late(self):
        run = self.start(f"stty raw -echo; echo ready; sleep 1; head -c {PASTE} | wc -c")
        v = Viewer(self, run)
        v.wait_for_output("ready")
        self.give(v, PASTE)
        v.wait_for_output(str(PASTE))
        self.assertNotIn(viewer.LOST, v.kinds)

    def test_what_a_child_never_reads_is_said_to_be_lost(self):
        run = self.start("stty raw -echo; echo ready; exec sleep 1000")
        v = Viewer(self, run)
        v.wait_for_output("ready")
        self.give(v, 2 * PASTE)
        v.wait_for(lambda v: viewer.LOST in v.kinds, "it is said")
        self.answer(0, "stop", run)


if __name__ == "__main__":
    support.main()
