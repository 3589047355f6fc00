"""Tunes search parameters by SPSA (simultaneous perturbation stochastic approximation, Spall 1992).

    python3 examples/spsa.py PROGRAM GAME NODES ITERATIONS NAME=START:STEP...

PROGRAM is a ringstack with the feature `tune`, whose parameters are options. Each iteration moves all parameters by
+STEP or -STEP at random and plays a match of eight games between the two sides of this move, at NODES nodes per move.
Every parameter then moves towards the side that won. Steps and gains shrink with the iterations, as in fishtest. The
values are printed every 20 iterations; a match against the present values decides whether they are better.
"""

import random
import subprocess
import sys

ROUNDS = 4
# The exponents of Spall for the gains and the steps, and the gain of the first iterations, in steps per game won.
ALPHA, GAMMA, GAIN = 0.602, 0.101, 0.04


def options(values):
    return " ".join(f"option.{name}={round(value)}" for name, value in values.items())


def score(program, game, nodes, seed, plus, minus):
    """The games won minus those lost by `plus` against `minus`."""
    command = [program, "match", "--game", game, "--nodes", nodes, "--rounds", str(ROUNDS), "--seed", str(seed), "--quiet"]
    engines = [f"--engine=name={name} {options(values)} {program}" for name, values in [("plus", plus), ("minus", minus)]]
    result = subprocess.run(command + engines, capture_output=True, text=True, check=True)
    row = next(line.split() for line in result.stdout.splitlines() if line.startswith("plus "))
    return int(row[2]) - int(row[4])


def main(program, game, nodes, iterations, *parameters):
    values, steps = {}, {}
    for parameter in parameters:
        name, start, step = parameter.replace("=", ":").split(":")
        values[name], steps[name] = float(start), float(step)
    iterations = int(iterations)
    for k in range(1, iterations + 1):
        step = k**-GAMMA
        gain = GAIN * ((1 + iterations / 10) / (k + iterations / 10)) ** ALPHA
        signs = {name: random.choice([-1, 1]) for name in values}
        sides = [
            {name: max(0, value + side * signs[name] * step * steps[name]) for name, value in values.items()}
            for side in [1, -1]
        ]
        won = score(program, game, nodes, k, *sides)
        for name in values:
            values[name] = max(0, values[name] + gain * won * signs[name] * steps[name])
        if k % 20 == 0 or k == iterations:
            print(k, options(values), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
