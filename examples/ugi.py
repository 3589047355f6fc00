"""A client for UGI engines in one file. It needs Python 3.9 or newer and nothing else.

    with Engine(["ringstack"], {"Game": "zertz"}) as engine:
        engine.position(moves=["wd4,a1"])
        for info in engine.analyse(depth=6):
            print(info.get("depth"), info.get("score"), info.get("pv"))
        print(engine.go(movetime=500).move)

Every wait has a time-out. A time-out raises EngineTimeout, the end of the engine's process raises
EngineDied, and an error line of the engine raises EngineError. All three are UgiError.
"""

import collections
import json
import queue
import subprocess
import threading
import time


class UgiError(Exception):
    """The conversation with the engine failed."""


class EngineTimeout(UgiError):
    """The engine did not answer in time."""


class EngineDied(UgiError):
    """The engine's process ended or closed its output."""


class EngineError(UgiError):
    """The engine refused a command. `word` is the first word of the refusal, such as 'illegal-move'."""

    def __init__(self, text):
        super().__init__(text)
        self.word = text.split(":")[0]


Result = collections.namedtuple("Result", "move info")
"""The best move ('0000' if there is none) and the last info about it."""

ERROR = "info string error "


def parse_info(line):
    """The fields of an `info` line as a dictionary. `score` is ('cp' or 'mate', number, bound)."""
    words = line.split()[1:]
    info = {}
    while words:
        key = words.pop(0)
        if key == "string":
            info["string"] = " ".join(words)
            break
        if key == "pv":
            info["pv"] = words
            break
        if key == "score" and len(words) >= 2:
            unit, value = words.pop(0), int(words.pop(0))
            is_bound = bool(words) and words[0] in ("lowerbound", "upperbound")
            info["score"] = (unit, value, words.pop(0) if is_bound else "exact")
        elif key == "wdl":
            info["wdl"], words = [int(word) for word in words[:3]], words[3:]
        elif words:
            word = words.pop(0)
            info[key] = int(word) if word.lstrip("-").isdigit() else word
    return info


class Engine:
    """A UGI engine as a child process. One thread of the program at a time may use it."""

    def __init__(self, command, options=None, timeout=10.0):
        """Starts the program, shakes hands and sets options. `command` is a list of words."""
        self.timeout = timeout
        self.name = command[0]
        self.author = ""
        self.options = {}
        self.best_move = None
        self._searching = False
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
        )
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._send("ugi")
            for line in self._until("ugiok"):
                if line.startswith("id name "):
                    self.name = line[8:]
                elif line.startswith("id author "):
                    self.author = line[10:]
                elif line.startswith("option name "):
                    option, _, form = line[12:].partition(" type ")
                    self.options[option] = form
            for option, value in (options or {}).items():
                self.set_option(option, value)
            self.ready()
        except BaseException:
            self.kill()
            raise

    # Commands

    def set_option(self, name, value=None):
        """Sets an option, or presses a button if there is no value."""
        if isinstance(value, bool):
            value = "true" if value else "false"
        self._command(f"setoption name {name}" + ("" if value is None else f" value {value}"))

    def new_game(self):
        """Clears the hash table and sets up the start position."""
        self._command("uginewgame")

    def position(self, fen=None, moves=()):
        """Sets up a position (the start position if there is no FEN) and plays moves from it."""
        start = "startpos" if fen is None else f"fen {fen}"
        self._command(f"position {start}" + (" moves " + " ".join(moves) if moves else ""))

    def play(self, *moves):
        """Plays on from the current position: all moves or, if one is illegal, none."""
        self._command("moves " + " ".join(moves))

    def undo(self, plies=1):
        """Takes moves back."""
        self._command(f"undo {plies}")

    def ready(self):
        """Waits until the engine has handled all commands so far. Raises their first error."""
        self._send("isready")
        errors = [line for line in self._until("readyok") if line.startswith(ERROR)]
        if errors:
            raise EngineError(errors[0][len(ERROR):])

    # Questions

    def query(self, question):
        """The answer to a question about the position, as text."""
        if self._searching:
            raise UgiError("a search is running: leave its loop or call stop() first")
        self._send(f"query {question}")
        end = time.monotonic() + self.timeout
        error = None
        # The error line of a refused question comes before its `response`.
        while not (line := self._line(end)).startswith("response "):
            if line.startswith(ERROR):
                error = line[len(ERROR):]
        if error:
            raise EngineError(error)
        return line[len("response "):]

    def query_json(self, question):
        """The answer to a question of a front end, as a dictionary."""
        return json.loads(self.query(question))

    def is_over(self):
        """Whether the game has ended."""
        return self.query("gameover") == "true"

    def legal_moves(self):
        """All legal moves. A few positions of GIPF have too many to list: then it is empty."""
        return self.query("legalmoves").split()[1:]

    # Searches

    def go(self, timeout=None, **limits):
        """Searches and returns the Result. Limits are those of `go`: movetime=500, depth=8, p1time=60000, ...

        The hash table keeps what earlier searches have found: for the same result in every run, call new_game() or
        set_option("ClearHash") before each search.

        `timeout` is in seconds. Without it, the wait ends some time after the longest time that the limits allow.
        """
        last = {}
        for info in self.analyse(timeout=timeout, **limits):
            if "score" in info and info.get("multipv", 1) == 1:
                last = info
        return Result(self.best_move, last)

    def analyse(self, timeout=None, **limits):
        """Searches and yields each `info` as it arrives. `best_move` holds the answer afterwards.

        The search starts with the first step of the loop. Leaving the loop early (close the generator, or
        let it go out of scope) stops the search. So does the time-out, which then raises EngineTimeout.
        """
        if timeout is None:
            times = [limits.get(key, 0) for key in ("movetime", "p1time", "p2time")]
            timeout = self.timeout + max(times) / 1000 if any(times) else None
        self.best_move = None
        words = [f" {key}" if value is True else f" {key} {value}" for key, value in limits.items() if value is not False]
        self._send("go" + "".join(words))
        self._searching = True
        end = None if timeout is None else time.monotonic() + timeout
        try:
            while self.best_move is None:
                line = self._line(end)
                # Without memory for the hash table the engine says so, and searches.
                if line.startswith(ERROR) and not line.startswith(ERROR + "no-memory"):
                    self._searching = False
                    self._send("isready")
                    collections.deque(self._until("readyok"), maxlen=0)
                    raise EngineError(line[len(ERROR):])
                self._take(line)
                if line.startswith("info "):
                    yield parse_info(line)
        finally:
            if self._searching and self._process.poll() is None:
                self.stop()

    def stop(self):
        """Ends a running search and waits for its answer."""
        if self._searching:
            self._send("stop")
            end = time.monotonic() + self.timeout
            while self._searching:
                self._take(self._line(end))

    # The process

    def quit(self):
        """Ends the engine; kills it if it does not end in time."""
        try:
            self._send("quit")
            self._process.wait(self.timeout)
        except (UgiError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self):
        """Kills the engine at once."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def _read(self):
        try:
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\r\n"))
        except (OSError, ValueError):
            pass
        self._lines.put(None)

    def _send(self, line):
        if "\n" in line or "\r" in line:
            raise ValueError(f"one line only: {line!r}")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineDied(f"{self.name}: {error}") from error

    def _line(self, end):
        left = None if end is None else max(0.0, end - time.monotonic())
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise EngineTimeout(f"{self.name}: no answer in time") from None
        if line is None:
            # Later calls find the end, too.
            self._lines.put(None)
            raise EngineDied(f"{self.name}: exit status {self._process.poll()}")
        return line

    def _until(self, last):
        end = time.monotonic() + self.timeout
        while (line := self._line(end)) != last:
            yield line

    def _take(self, line):
        if line.startswith("bestmove "):
            self.best_move = line.split()[1]
            self._searching = False

    def _command(self, line):
        # The error lines of silent commands come before the `readyok` of the next `isready`.
        self._send(line)
        self.ready()
