"""A small front end without knowledge of any game: it plays games by touches and draws them as SVG.

    python3 examples/front_end.py --engine ringstack --out pictures --plies 30

For every game of the engine it chooses touches at random until a move is complete, plays the move, and
goes on until the game ends or has `--plies` moves. It writes one picture for each game: the last scene.
Everything that it knows comes from `query scene` and `query touches` (see docs/front-ends.md).
"""

import argparse
import pathlib
import random
import shlex
from html import escape

from ugi import Engine

GROUNDS = {"dark": "#c9b18f", "light": "#efe3cd", "field": "#efe3cd", "ring": "#d8cbb3", "dot": "#3b3126"}
COLOURS = {"white": "#fffdf5", "grey": "#9a9a9a", "black": "#2b2b2b", "red": "#c0392b"}
INK = "#3b3126"


def circle(x, y, r, fill, line=INK):
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{line}" stroke-width="0.04"/>'


def text(x, y, size, words, fill=INK, anchor="middle"):
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'


def draw_piece(scene, x, y, kind, height=None):
    """A piece: colour and mark come from its kind. Unknown words get a neutral look."""
    look = scene["kinds"][kind]
    fill = COLOURS.get(look["colour"], "#88a")
    parts = [circle(x, y, 0.38, fill)]
    if look["mark"] == "core":
        parts.append(circle(x, y, 0.16, COLOURS["red"]))
    elif look["mark"] == "ball":
        parts.append(circle(x, y, 0.2, "#e8a33d"))
    elif look["mark"] != "plain":
        parts.append(circle(x, y, 0.24, fill if look["mark"] == "double" else "#e8a33d", "#c0392b"))
    if height is not None:
        parts.append(text(x, y + 0.13, 0.38, str(height), "#fff" if look["colour"] == "black" else INK))
    return parts


def draw(scene, title):
    """The scene as an SVG document."""
    boxes = [board["box"] for board in scene["boards"]]
    left, top = min(box[0] for box in boxes) - 0.3, min(box[1] for box in boxes) - 1.0
    right, bottom = max(max(box[2] for box in boxes), left + 7.5) + 0.3, max(box[3] for box in boxes)
    parts = [text(left + 0.2, top + 0.5, 0.4, title, anchor="start")]
    for board in scene["boards"]:
        for x1, y1, x2, y2 in board["lines"]:
            parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{INK}" stroke-width="0.03"/>')
        for place in board["places"]:
            x, y, ground = place["x"], place["y"], place["ground"]
            if ground in ("dark", "light"):
                parts.append(f'<rect x="{x - 0.5}" y="{y - 0.5}" width="1" height="1" fill="{GROUNDS[ground]}"/>')
            elif ground in GROUNDS:
                parts.append(circle(x, y, 0.1 if ground == "dot" else 0.45, GROUNDS[ground]))
            if "kind" in place:
                parts += draw_piece(scene, x, y, place["kind"], place.get("height"))
        parts += [text(label["x"], label["y"] + 0.1, 0.3, label["text"]) for label in board["labels"]]
    for supply in scene["supplies"]:
        bottom += 0.9
        parts.append(text(left + 0.2, bottom, 0.28, supply["label"]["text"], anchor="start"))
        for n, item in enumerate(supply["items"]):
            parts += draw_piece(scene, left + 4.2 + n * 1.6, bottom - 0.1, item["kind"])
            parts.append(text(left + 4.7 + n * 1.6, bottom, 0.32, str(item["count"]), anchor="start"))
    for fact in scene["facts"]:
        bottom += 0.6
        parts.append(text(left + 0.2, bottom, 0.28, f"{fact['label']['text']}: {fact['p1']} - {fact['p2']}", anchor="start"))
    size = f"{left} {top} {right - left} {bottom + 0.5 - top}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="500" font-family="sans-serif">'
    background = f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="#faf6ee"/>'
    return "\n".join([head, background, *parts, "</svg>\n"])


def move_by_touches(engine, chance):
    """Touches at random until a move is complete. Returns its token."""
    touches = []
    while True:
        answer = engine.query_json(" ".join(["touches", *touches]))
        options, token = answer["next"], answer["token"]
        # A complete move may sometimes go on: finish it one time in three.
        if token and (not options or chance.random() < 0.34):
            return token
        if not options:
            touches = []
            continue
        touches.append(chance.choice(options)["touch"])


def main():
    parser = argparse.ArgumentParser(description="Plays every game by touches and draws the last scene.")
    parser.add_argument("--engine", default="ringstack", metavar="COMMAND")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("pictures"))
    parser.add_argument("--plies", type=int, default=200, help="the most moves of a game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    chance = random.Random(args.seed)
    with Engine(shlex.split(args.engine)) as engine:
        games = [word for word in engine.options["Game"].split(" var ")][1:]
        for game in games:
            engine.set_option("Game", game)
            moves = 0
            while moves < args.plies and not engine.is_over():
                engine.play(move_by_touches(engine, chance))
                moves += 1
            scene, title = engine.query_json("scene"), engine.query_json("about")["title"]
            result = scene["result"]["text"]["text"] if scene["result"] else "not finished"
            (args.out / f"{game}.svg").write_text(draw(scene, title), encoding="utf-8")
            print(f"{game}: {moves} moves, {result}")


if __name__ == "__main__":
    main()
