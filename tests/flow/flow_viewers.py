"""Viewers of one run: who types, whose window counts, what a child is at, and viewers that are broken."""
import os
import signal
import socket
import struct

import support
import viewer
from viewer import Viewer, frame


class Viewers(support.Flow):
    def setUp(self):
        super().setUp()
        self.repo = self.repository()

    def start(self, command, *flags):
        answer = self.launch(0, "--detach", "--repository", self.repo, "--topology", "shared", "--adapter", "shell", "--style",
                             "interactive", *flags, "--", command)
        return answer["run_id"]

    def stop(self, run):
        self.answer(0, "stop", run)
        self.wait_until(lambda: next(r for r in self.answer(0, "runs") if r["run_id"] == run)["outcome"] != "running", "sealed")

    # attaching

    def test_a_viewer_behind_a_long_history_is_first_told_how_the_screen_stands(self):
        run = self.start("stty -echo; printf 'short'; read -r line; yes history | head -c 3000000; printf '\\033[1mthe end'; while read -r line; do echo \"got<$line>\"; done")
        early = Viewer(self, run)
        early.wait_for_output("short")
        self.assertEqual(early.snapshots, {}, "there was nothing to read")
        early.keys("\r")
        early.wait_for_output("the end")
        late = Viewer(self, run)
        late.wait_for_output("the end")
        offset, rows, cols, screen = late.snapshots[0]
        self.assertEqual((rows, cols), (24, 80))
        self.assertEqual(offset, len(late.output[0]))
        self.assertEqual(screen.count(b"history"), 23)
        self.assertIn(b"the end", screen)
        self.assertLess(late.kinds.index(viewer.SNAPSHOT), late.kinds.index(viewer.OUTPUT))
        self.assertEqual(late.output[0], early.output[0])
        states = Viewer(self, run, watch=False)
        states.wait_for_state("quiet")
        self.assertEqual(states.snapshots, {})
        self.stop(run)

    # a child that prints faster than a viewer reads

    def start_flood(self, size):
        """A run that waits for a line, prints so many bytes, and makes the file that is returned when the last is out."""
        done = os.path.join(self.scratch, f"done-{len(os.listdir(self.scratch))}")
        run = self.start(f"stty -echo; printf ready; read -r line; yes flood | head -c {size}; touch '{done}'; sleep 1000")
        return run, done

    def time_flood(self, size, stopped):
        run, done = self.start_flood(size)
        v = Viewer(self, run, watch=False)
        deaf = [Viewer(self, run) for _ in range(stopped)]
        v.wait_for(lambda x: viewer.HELLO in x.kinds, "a greeting")
        v.keys("\r")
        began = support.time.monotonic()
        self.wait_until(lambda: os.path.exists(done), "the flood is over")
        took = support.time.monotonic() - began
        for one in (v, *deaf):
            one.close()
        self.stop(run)
        return took

    def test_viewers_that_read_nothing_do_not_slow_a_child(self):
        alone = min(self.time_flood(9000000, 0) for _ in range(2))
        watched = min(self.time_flood(9000000, 3) for _ in range(2))
        self.assertLess(watched, alone * 1.7 + 0.5, f"alone it took {alone:.1f} s")

    def test_a_flood_comes_whole_behind_the_screens_that_are_shown_meanwhile(self):
        run = self.start("stty -echo; printf ready; read -r line; seq 1 2000000; printf '\\033[1mthe end'; sleep 1000")
        v = Viewer(self, run)
        v.wait_for_output("ready")
        v.keys("\r")
        v.wait_for_output("the end")
        whole = b"".join(b"%d\r\n" % n for n in range(1, 2000001))
        self.assertTrue(v.output[0].endswith(whole + b"\033[1mthe end"), "nothing is missing, and all of it in its order")
        self.assertGreater(v.kinds.count(viewer.SNAPSHOT), 2)
        self.assertLess(v.kinds.index(viewer.SNAPSHOT), len(v.kinds) // 2, "the first came before much of it")
        self.stop(run)

    # who types

    def test_the_first_that_types_is_the_typist_and_another_is_refused_until_it_takes_over(self):
        run = self.start("stty -echo; while read -r line; do echo \"got<$line>\"; done")
        one, two = Viewer(self, run), Viewer(self, run)
        one.wait_for(lambda v: v.typist == viewer.NOBODY, "nobody types")
        one.keys("from one\r")
        one.wait_for_output("got<from one>")
        one.wait_for(lambda v: v.typist == viewer.YOU, "it types")
        two.wait_for(lambda v: v.typist == viewer.OTHER, "another types")
        two.keys("from two\r")
        two.wait_for(lambda v: v.refusals == 1, "its keys are refused")
        two.take()
        two.wait_for(lambda v: v.typist == viewer.YOU, "it types now")
        one.wait_for(lambda v: v.typist == viewer.OTHER, "it is told")
        one.keys("again from one\r")
        one.wait_for(lambda v: v.refusals == 1, "its keys are refused")
        two.keys("now from two\r")
        two.wait_for_output("got<now from two>")
        self.assertNotIn(b"got<from two>", two.output[0])
        self.assertNotIn(b"again", two.output[0])
        two.close()
        one.wait_for(lambda v: v.typist == viewer.NOBODY, "the place is free")
        one.keys("last from one\r")
        one.wait_for_output("got<last from one>")
        self.stop(run)

    def test_the_typists_window_counts_else_the_last_that_was_resized(self):
        run = self.start("stty -echo; trap 'stty size' WINCH; while :; do read -r line; done")
        one, two = Viewer(self, run), Viewer(self, run)
        one.resize(30, 100)
        one.wait_for(lambda v: v.sizes.get(0) == (30, 100), "the only wish")
        two.resize(20, 90)
        one.wait_for(lambda v: v.sizes.get(0) == (20, 90), "the last wish")
        one.keys("\r")
        one.wait_for(lambda v: v.sizes.get(0) == (30, 100), "the typist's wish")
        two.resize(21, 91)
        two.take()
        one.wait_for(lambda v: v.sizes.get(0) == (21, 91), "the new typist's wish")
        two.close()
        one.wait_for(lambda v: v.sizes.get(0) == (30, 100), "who is left")
        self.stop(run)

    # what a child is at

    def test_a_child_works_grows_quiet_calls_is_answered_and_ends(self):
        run = self.start("stty -echo; echo begun; read -r line; printf '\\033]9;may I?\\007'; read -r line; printf '\\a'; read -r line; exit 3")
        v = Viewer(self, run, watch=False)
        v.wait_for_state("quiet", "output")
        v.keys("\r")
        v.wait_for_state("wants you", "notice")
        self.assertEqual(v.attention[0][2], "may I?")
        v.keys("\r")
        v.wait_for(lambda x: x.history[-1][1] == "quiet", "answered")
        v.send(frame(viewer.KEYS, 0, b"\r"))
        v.wait_for_state("failed", "process")
        self.assertEqual(v.attention[0][2], "exit 3")
        self.assertIn((0, "working", "output"), [h[:3] for h in v.history])
        self.assertNotIn(viewer.OUTPUT, v.kinds, "who did not ask for output gets none")
        self.assertEqual([s for _, s, _, _ in v.history if s == "wants you"], ["wants you"])

    def test_a_bell_of_its_own_calls_and_being_seen_answers_it(self):
        run = self.start("printf '\\a'; sleep 1000")
        v = Viewer(self, run, watch=False)
        v.wait_for_state("wants you", "bell")
        v.send(frame(viewer.SEEN, 0))
        v.wait_for_state("quiet", "output")
        self.stop(run)
        v.wait_for_state("killed", "process")

    def test_runs_and_show_tell_what_children_of_a_running_run_are_at(self):
        run = self.start("printf '\\033]9;may I?\\007'; sleep 1000", "--count", "2")
        v = Viewer(self, run, watch=False)
        v.wait_for_state("wants you", "notice", child=0)
        v.wait_for_state("wants you", "notice", child=1)
        row = next(r for r in self.answer(0, "runs") if r["run_id"] == run)
        self.assertEqual([(c["child"], c["state"], c["evidence"], c["words"]) for c in row["attention"]],
                         [("a1", "wants you", "notice", "may I?"), ("a2", "wants you", "notice", "may I?")])
        self.assertEqual(self.answer(0, "show", run), {"run_id": run, "outcome": "running", "attention": row["attention"]})
        self.assertIn("running: 2 wants you", self.run_program("runs").stdout)
        shown = self.run_program("show", run).stdout
        self.assertIn("wants you (notice: may I?) since", shown)
        self.assertEqual(shown.count("see above"), 2)
        self.assertNotIn("failed", shown)
        supervisor = self.supervisor_pid(run)
        self.kill(supervisor, signal.SIGSTOP)
        self.addCleanup(self.wake, supervisor)
        began = support.time.monotonic()
        self.assertIsNone(next(r for r in self.answer(0, "runs") if r["run_id"] == run)["attention"])
        self.assertIn("running: not known", self.run_program("runs").stdout)
        self.assertLess(support.time.monotonic() - began, 10)
        refused = self.answer(4, "stop", run)
        self.assertIn("has not read the request to stop within 5 seconds. It stands there", refused["message"])
        self.kill(supervisor, signal.SIGCONT)
        self.wait_until(lambda: next(r for r in self.answer(0, "runs") if r["run_id"] == run)["outcome"] == "stopped", "obeyed")
        self.assertIsNone(next(r for r in self.answer(0, "runs") if r["run_id"] == run)["attention"])
        refused = self.answer(2, "attach", run)
        self.assertIn("has no JSON", refused["message"])

    def test_a_quiet_run_is_not_woken(self):
        run = self.start("echo begun; sleep 1000")
        v = Viewer(self, run, watch=False)
        v.wait_for_state("quiet")
        pid = self.supervisor_pid(run)

        def wakeups():
            with open(f"/proc/{pid}/status", encoding="ascii") as f:
                return sum(int(line.split()[1]) for line in f if "ctxt_switches" in line)

        before = wakeups()
        begun = support.time.monotonic()
        v.take_in(3)
        self.assertGreater(support.time.monotonic() - begun, 2.9, "nothing is said of a quiet run")
        self.assertLessEqual(wakeups() - before, 1)
        self.stop(run)

    # broken viewers

    def alive(self, run):
        """The supervision goes on: a fresh viewer sees the child answer."""
        fresh = Viewer(self, run)
        fresh.take()
        fresh.keys("ping\r")
        fresh.wait_for_output("got<ping>")
        fresh.close()

    def test_garbage_half_frames_and_viewers_that_vanish_or_never_read(self):
        run = self.start("stty -echo; while read -r line; do echo \"got<$line>\"; done")
        broken = [b"GET / HTTP/1.1\r\n\r\n" * 100, os.urandom(65536), struct.pack("<IBBH", 2**31, 33, 0, 0),
                  frame(200, 7, b"x"), frame(viewer.KEYS, 99, b"x"), frame(viewer.RESIZE, 0, b""),
                  frame(viewer.RESIZE, 0, struct.pack("<QQ", 2**64 - 1, 2**63)), frame(viewer.SEALED), frame(viewer.SEEN, 250),
                  frame(viewer.RESIZE, 200, struct.pack("<QQ", 5, 5)), frame(viewer.STOP, 77), frame(viewer.FULL)]
        for raw in broken:
            v = Viewer(self, run)
            try:
                v.send(raw)
            except (BrokenPipeError, ConnectionResetError):
                pass
            self.alive(run)
            v.close()
        for cut in range(1, 12):
            v = Viewer(self, run, watch=False)
            v.send(frame(viewer.KEYS, 0, b"half")[:cut])
            v.close()
        self.alive(run)
        self.stop(run)

    def test_a_viewer_that_never_reads_a_flood_costs_the_others_nothing(self):
        run = self.start("yes flood | head -c 8000000; stty -echo; echo over; while read -r line; do echo \"got<$line>\"; done")
        deaf = Viewer(self, run)
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        gone = Viewer(self, run)
        gone.wait_for_output("flood")
        gone.close()
        one = Viewer(self, run)
        one.wait_for_output("over")
        self.alive(run)
        self.stop(run)

    def test_a_viewer_too_many_is_told_so_and_a_place_that_is_left_is_free(self):
        run = self.start("stty -echo; while read -r line; do echo \"got<$line>\"; done")
        all_places = [Viewer(self, run) for _ in range(16)]
        for v in all_places:
            v.wait_for(lambda x: viewer.HELLO in x.kinds, "a greeting")
        late = Viewer(self, run, watch=False)
        late.wait_for(lambda x: viewer.FULL in x.kinds, "that all places are taken")
        self.assertNotIn(viewer.HELLO, late.kinds)
        all_places[3].close()
        self.wait_until(lambda: self.gets_in(run), "a place is free")
        self.stop(run)

    def gets_in(self, run):
        v = Viewer(self, run, watch=False)
        v.wait_for(lambda x: x.kinds, "an answer")
        v.close()
        return v.kinds[0] == viewer.HELLO


if __name__ == "__main__":
    support.main()
