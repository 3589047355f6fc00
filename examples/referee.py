"""Plays a game between two UGI engines and prints it as a record that `ringstack` reads.

    python3 examples/referee.py --game zertz --movetime 100 --judge ringstack "ringstack" "ringstack"

A third engine, the judge, knows the rules. An engine loses if it plays an illegal move, exceeds its time,
or ends.
"""

import argparse
import shlex
import sys
import time

from ugi import Engine, EngineDied, EngineError, EngineTimeout

# Scheduling and pipes take time; an engine is not blamed for it.
MARGIN = 0.5


def play(judge, engines, limits):
    """Plays a game. Returns the moves, the result for player 1 ('1-0', ...) and the reason."""
    moves = []
    while not judge.is_over():
        if len(moves) >= limits.max_plies:
            return moves, "1/2-1/2", "max-plies"
        p1_moves = judge.query("p1turn") == "true"
        engine, loss = engines[0 if p1_moves else 1], "0-1" if p1_moves else "1-0"
        try:
            engine.position(moves=moves)
            start = time.monotonic()
            move = engine.go(movetime=limits.movetime, timeout=limits.movetime / 1000 + 5).move
            if time.monotonic() - start > limits.movetime / 1000 + MARGIN:
                return moves, loss, "time"
        except EngineTimeout:
            return moves, loss, "stall"
        except EngineDied:
            return moves, loss, "crash"
        except EngineError as error:
            print(f"{engine.name}: {error}", file=sys.stderr)
            return moves, loss, "protocol"
        try:
            judge.play(move)
        except EngineError as error:
            print(f"{engine.name}: {error}", file=sys.stderr)
            return moves, loss, "illegal"
        # The engine's own spelling may differ from the judge's.
        moves.append(judge.query("history").split()[-1])
    return moves, {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2"}[judge.query("result")], "rules"


def record(game, names, moves, result, reason):
    """The game in the common form of a game file."""
    tags = {"Game": game, "P1": names[0], "P2": names[1], "Result": result, "Termination": reason}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    turns = [f"{n // 2 + 1}. {move}" if n % 2 == 0 else move for n, move in enumerate(moves)]
    return "\n".join([*lines, "", " ".join([*turns, result])])


def main():
    parser = argparse.ArgumentParser(description="Plays a game between two UGI engines.")
    parser.add_argument("engines", nargs=2, metavar="COMMAND")
    parser.add_argument("--judge", default="ringstack", help="the engine that knows the rules")
    parser.add_argument("--game", default="dvonn")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds for each move")
    parser.add_argument("--max-plies", type=int, default=300, help="the game is a draw after this many moves")
    args = parser.parse_args()
    options = {"Game": args.game}
    with Engine(shlex.split(args.judge), options) as judge:
        with Engine(shlex.split(args.engines[0]), options) as first, Engine(shlex.split(args.engines[1]), options) as second:
            moves, result, reason = play(judge, (first, second), args)
            print(record(args.game, (first.name, second.name), moves, result, reason))


if __name__ == "__main__":
    main()
