"""viewer — a viewer of a run that speaks the protocol of core/run/protocol.h by itself, and so can also break it."""
import os
import socket
import struct
import time

import support

HELLO, OUTPUT, SKIPPED, RESIZED, CHILD, SEALED, ATTENTION, FULL, TYPIST, LOST, SNAPSHOT = range(1, 12)
WATCH, KEYS, RESIZE, STOP, TAKE, SEEN = range(32, 38)
ALL = 255
NOBODY, YOU, OTHER = range(3)
STATES = ["not known", "starting", "working", "quiet", "wants you", "done", "failed", "killed", "lost"]
EVIDENCE = ["nothing", "process", "notice", "bell", "prompt mark", "title", "output", "screen"]


def frame(kind, child=ALL, payload=b""):
    return struct.pack("<IBBH", len(payload), kind, child, 0) + payload


class Viewer:
    """What came so far is kept by kind; wait_for() reads on until a condition on it holds."""

    def __init__(self, flow, run_id, watch=True):
        self.flow = flow
        self.buffer = b""
        self.output = {}
        self.sizes = {}
        self.snapshots = {}
        self.attention = {}
        self.history = []
        self.typist = None
        self.refusals = 0
        self.kinds = []
        self.open = True
        directory = os.open(os.path.join(flow.env["XDG_RUNTIME_DIR"], "bulkhead"), os.O_PATH)
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(f"/proc/self/fd/{directory}/{run_id}.sock")
        finally:
            os.close(directory)
        flow.addCleanup(self.close)
        if watch:
            self.send(frame(WATCH))

    def close(self):
        self.socket.close()

    def send(self, raw):
        self.socket.sendall(raw)

    def keys(self, text, child=0):
        self.send(frame(KEYS, child, text.encode()))

    def resize(self, rows, cols, child=0):
        self.send(frame(RESIZE, child, struct.pack("<QQ", rows, cols)))

    def take(self):
        self.send(frame(TAKE))

    def hear(self, kind, child, payload):
        self.kinds.append(kind)
        if kind == OUTPUT:
            self.output.setdefault(child, bytearray()).extend(payload)
        elif kind == RESIZED:
            self.sizes[child] = struct.unpack("<QQ", payload)
        elif kind == SNAPSHOT:
            self.snapshots[child] = (*struct.unpack("<QQQ", payload[:24]), payload[24:])
        elif kind == ATTENTION:
            state, evidence, since = struct.unpack("<QQQ", payload[:24])
            self.attention[child] = (STATES[state], EVIDENCE[evidence], payload[24:].decode())
            self.history.append((child, STATES[state], EVIDENCE[evidence], since))
        elif kind == TYPIST:
            self.typist, refused = struct.unpack("<QQ", payload)
            self.refusals += refused

    def take_in(self, patience, most=65536):
        self.socket.settimeout(patience)
        try:
            got = self.socket.recv(most)
        except TimeoutError:
            return
        except ConnectionResetError:
            got = b""
        self.open = bool(got)
        self.buffer += got
        while len(self.buffer) >= 8:
            length, kind, child, _ = struct.unpack("<IBBH", self.buffer[:8])
            if len(self.buffer) < 8 + length:
                return
            self.hear(kind, child, self.buffer[8:8 + length])
            self.buffer = self.buffer[8 + length:]

    def wait_for(self, condition, what):
        deadline = time.monotonic() + support.DEADLINE_S
        while not condition(self):
            if not self.open or time.monotonic() > deadline:
                self.flow.fail(f"{'the connection ended' if not self.open else 'too late'}: {what}; {str(vars(self))[:2000]}")
            self.take_in(0.5)

    def wait_for_output(self, text, child=0):
        looked = 0  # a flood is looked through once

        def holds(v):
            nonlocal looked
            output = v.output.get(child, b"")
            found = output.find(text.encode(), max(0, looked - len(text)))
            looked = len(output)
            return found >= 0

        self.wait_for(holds, f"output {text!r}")

    def wait_for_state(self, state, evidence=None, child=0):
        self.wait_for(lambda v: v.attention.get(child, ("",))[0] == state and evidence in (None, v.attention[child][1]),
                      f"{state} by {evidence}")
