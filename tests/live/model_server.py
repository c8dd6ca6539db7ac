"""model_server — a model that plays a script, for the real codex without a service, a login or a token.

It speaks as much of the Responses API as `codex exec` needs: one POST a turn, answered as an event stream. It lives in
a thread of the test, on a port of 127.0.0.1 that the kernel chose, so it ends with the test and never outlives it; a
held answer ends early when the server is closed.

A script is a list of steps, one a turn; the last one repeats:
    {"run": "shell command"}     the model calls codex's shell tool; with "yield_ms" it goes on after that time,
                                 while the command still runs
    {"say": "text"}              the model's final message
    {"status": 500}              the service fails
and {"hold_s": 5} in any step keeps its answer back. Which turn it is follows from the conversation itself (how many
tool results it holds), so any number of codex processes may play the same script at once.
"""
import http.server
import json
import threading
import uuid

SHELL_TOOLS = ("exec_command", "shell_command", "shell")
LONGEST_CALL_MS = 600_000


def arguments_for(tool, step):
    command = step["run"]
    if tool == "exec_command":
        return {"cmd": command, "yield_time_ms": step.get("yield_ms", 60_000)}
    if tool == "shell_command":
        return {"command": command, "timeout_ms": LONGEST_CALL_MS}
    return {"command": ["bash", "-c", command], "timeout_ms": LONGEST_CALL_MS}


def output_item(step, body):
    name = uuid.uuid4().hex[:12]
    if "run" in step:
        offered = {tool.get("name") for tool in body.get("tools") or []}
        tool = next((t for t in SHELL_TOOLS if t in offered), SHELL_TOOLS[-1])
        return {"type": "function_call", "id": f"fc_{name}", "call_id": f"call_{name}", "name": tool, "status": "completed",
                "arguments": json.dumps(arguments_for(tool, step))}
    return {"type": "message", "id": f"msg_{name}", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": step["say"], "annotations": []}]}


def events_for(step, body):
    identity = f"resp_{uuid.uuid4().hex[:12]}"
    item = output_item(step, body)
    usage = {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 1,
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 11}
    yield {"type": "response.created", "response": {"id": identity, "object": "response", "status": "in_progress"}}
    yield {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    yield {"type": "response.completed", "response": {"id": identity, "object": "response", "status": "completed",
                                                      "output": [item], "usage": usage}}


def said_by_user(body):
    """Every text of the user's in a request, as codex sent it."""
    texts = []
    for item in body.get("input") or []:
        if item.get("role") != "user":
            continue
        content = item.get("content") or []
        texts += [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    return texts


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def log_message(self, *_):
        """Nothing is printed: the test says what went wrong."""

    def refuse(self, status):
        text = json.dumps({"error": {"message": "this answer is scripted to fail"}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.refuse(404)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if not self.path.split("?")[0].endswith("/responses"):
            self.refuse(404)
            return
        self.server.requests.append(body)
        done = sum(1 for item in body.get("input") or [] if str(item.get("type", "")).endswith("_output"))
        step = self.server.script[min(done, len(self.server.script) - 1)]
        self.server.closing.wait(step.get("hold_s", 0))
        if "status" in step:
            self.refuse(step["status"])
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for event in events_for(step, body):
                self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
        except OSError:
            pass  # codex was stopped while it was listening; that is what some tests are about


class ModelServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, script):
        super().__init__(("127.0.0.1", 0), Answer)
        self.script = script
        self.requests = []
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request, client_address):
        """A connection that breaks off is codex's end, not a fault of the server."""

    def close(self):
        self.closing.set()
        self.shutdown()
        self.server_close()
        self.thread.join(5)

    def said_by_user(self):
        """Every text that codex sent as the user's own."""
        return [text for body in self.requests for text in said_by_user(body)]
