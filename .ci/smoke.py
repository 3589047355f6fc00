#!/usr/bin/env python3
"""Uses the program as its users do: python3 .ci/smoke.py [WINE] PROGRAM

It is for builds for other systems, in which `cargo test` does not run. A program for Windows gets paths with
backslashes, and is asked to end like by Ctrl-C.
"""

import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

TIMEOUT = 300
# Behind `nohup ... &` the signal is ignored, also by the programs that this one starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
started = []
*wine, program = sys.argv[1:]
is_windows = program.endswith(".exe")
source = pathlib.Path(__file__).parent.parent
folder = pathlib.Path(tempfile.mkdtemp(prefix="ringstack smoke "))
engine = folder / "my engines" / ("other.exe" if is_windows else "other")
engine.parent.mkdir()
shutil.copy(program, engine)
# Libraries beside the program are those that the system lacks.
for library in pathlib.Path(program).parent.glob("*.dll"):
    shutil.copy(library, engine.parent)
command = [*wine, engine]
null = "NUL" if is_windows else "/dev/null"
environment = {**os.environ, "XDG_STATE_HOME": str(folder) if not wine else "Z:" + str(folder).replace("/", "\\")}


def path(*parts):
    """A path as users of the system write it, relative to the folder."""
    return ("\\" if is_windows else "/").join(parts)


def start(*arguments):
    # On Windows only a group of processes can be interrupted.
    group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {}
    started.append(subprocess.Popen([*command, *arguments], cwd=folder, env=environment, stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, **group))
    return started[-1]


def finish(process, status, text=b""):
    """Waits for the end of a process and returns its output and messages, with line breaks as on Unix."""
    outputs = process.communicate(text, timeout=TIMEOUT)
    out, err = (output.decode().replace("\r\n", "\n") for output in outputs)
    assert process.returncode == status, (process.args, process.returncode, out, err)
    return out, err


def run(*arguments, status=0, text=b""):
    return finish(start(*arguments), status, text)


def interrupt(process):
    process.send_signal(signal.CTRL_BREAK_EVENT if os.name == "nt" else signal.SIGINT)


def test_protocol():
    out, _ = run("--game", "zertz", text=b"isready\r\nposition startpos moves d4\r\ngo nodes 50\r\nwait\r\nquit\r\n")
    assert "readyok\n" in out and re.search(r"^bestmove \S+$", out, re.M), out


def test_perft():
    out, _ = run("perft", "--game", "dvonn", "2")
    assert "2352" in out, out


def match(rounds, *more):
    other = path("my engines", engine.name)
    return ["match", "--game", "dvonn", "--engine", "nodes=5 self", "--engine", f"nodes=5 '{other}'",
            "--rounds", str(rounds), "--unbalanced", "--record", path("my games", "a.jsonl"), *more]


def test_match():
    (folder / "my games").mkdir()
    games = ["--games", path("my games", "a.pgn")]
    run(*match(1, *games))
    run(*match(1, *games), status=1)
    run(*match(2, *games, "--resume"))
    record = (folder / "my games" / "a.jsonl").read_text("utf-8").splitlines()
    written = (folder / "my games" / "a.pgn").read_text("utf-8")
    assert (len(record), written.count("[Event ")) == (5, 4), (record, written)
    assert json.loads(record[1])["names"] == ["ringstack", engine.name], record[1]
    run("convert", "--to", "list", path("my games", "a.pgn"), "-o", null)
    run(*match(2, "--games", null, "--log", null, "--resume"))
    assert sorted(os.listdir(folder / "my games")) == ["a.jsonl", "a.pgn"]


def test_interrupted_match():
    process = start(*match(500, "--resume"))
    # The first game has ended.
    process.stdout.readline()
    _, err = run(*match(500, "--resume"), status=1)
    assert "another process is writing the record" in err, err
    run("match", "merge", path("my games", "a.jsonl"))
    interrupt(process)
    out, _ = finish(process, 130)
    assert "games played" in out, out
    run("match", "merge", path("my games", "a.jsonl"))


class WebSocket:
    """A WebSocket as far as this server needs it: short requests with a mask of zeros, and whole messages."""

    def __init__(self, host, cookie):
        self.connection = http.client.HTTPConnection(host, timeout=TIMEOUT)
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.request("GET", "/socket", headers={
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
            "Origin": f"http://{host}", "Cookie": cookie})
        self.socket = self.connection.sock
        answer = self.connection.getresponse()
        assert answer.status == 101, answer.status
        self.stream = answer.fp

    def send(self, **message):
        data = json.dumps(message).encode()
        self.socket.sendall(bytes([0x81, 0x80 | len(data)]) + bytes(4) + data)

    def until(self, condition):
        while True:
            _, length = self.stream.read(2)
            if length >= 126:
                size, form = (2, "!H") if length == 126 else (8, "!Q")
                length, = struct.unpack(form, self.stream.read(size))
            # A ping has no content.
            message = json.loads(self.stream.read(length) or "{}")
            if condition(message):
                return message


def test_board():
    process = start("gui", "--no-open", "--port", "0", "--game", "zertz")
    host, request = re.match(rb"http://(.*?)(/.*)#board", process.stdout.readline()).groups()
    host = host.decode()
    connection = http.client.HTTPConnection(host, timeout=TIMEOUT)
    connection.request("GET", request.decode())
    answer = connection.getresponse()
    assert answer.status == 200 and b"<html" in answer.read().lower()
    board = WebSocket(host, answer.headers["Set-Cookie"].split(";")[0])
    version = re.search(r"VERSION: u32 = (\d+)", (source / "crates/board/src/session/pages/messages.rs").read_text("utf-8"))
    board.send(t="hello", version=int(version[1]))
    state = board.until(lambda message: message.get("t") == "state")
    board.send(t="play", node=state["live"], token="wd4,a1", game=True, id=1)
    board.until(lambda message: message.get("id") == 1)
    interrupt(process)
    finish(process, 130)
    saved, = (folder / "ringstack").glob("board-*.pgn")
    assert "wd4,a1" in saved.read_text("utf-8"), saved


try:
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            print(name, flush=True)
            test()
finally:
    for process in started:
        process.kill()
    shutil.rmtree(folder, ignore_errors=True)
