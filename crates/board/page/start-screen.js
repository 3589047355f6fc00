// The start screen: continue the last game, begin another one, or go to another section.

import { about, send } from "./api.js";
import { gameName } from "./dialog.js";
import { button, icon } from "./dom.js";
import { families, mainGame } from "./game-families.js";
import { newGame } from "./new-game.js";
import { gamePicture, livelyPicture, scenePicture } from "./pictures.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { visitScreen } from "./router.js";
import { levelName } from "./levels.js";
import { node, playerOf, store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { nameOf, viewOf } from "./view-state.js";

/** The game on the board, or the one of the last run. */
function lastGame() {
  const moves = store.nodes.size - 1;
  if (store.offer && moves === 0) {
    const { offer } = store;
    const resume = async () => {
      if (await send({ t: "continue", yes: true })) visitScreen("board");
    };
    const rows = [gameName(offer), titleOf(offer.game), T.moves(offer.plies)];
    return panel(T.continueTitle, gamePicture(offer.game), rows, T.continueGame, resume);
  }
  const toAct = node(store.live)?.status.to_act;
  const names = T.versus(nameOf("p1"), nameOf("p2"));
  const state = store.ending || !toAct ? T.finished : T.toMove(nameOf(toAct));
  const visit = () => visitScreen("board");
  if (moves === 0) {
    // Someone without games may never have seen one.
    const isNew = store.profile.lessons[store.game.id] === undefined;
    const learn = () => visitScreen("learn", store.game.id);
    const first = isNew && button("cap", T.firstLesson, learn, { class: "big" });
    const about = [T.whatItIs, `${titleOf(store.game.id)} · ${T.versus(playerText("p1"), playerText("p2"))}`];
    return panel(T.readyTitle, boardNow(), about, T.startGame, visit, first);
  }
  const rows = [`${titleOf(store.game.id)} · ${T.moves(moves)}`, names, state];
  if (store.ending) return panel(T.lastTitle, boardNow(), rows, T.showGame, visit);
  return panel(T.continueTitle, boardNow(), rows, T.continueGame, visit);
}

/** A player with the level of an engine. @param {import("./store.js").Side} side */
function playerText(side) {
  const player = playerOf(side);
  if (player?.kind !== "engine") return T.youAs(nameOf(side));
  const { levels, level: usual } = store.engines[player.engine] ?? {};
  const level = player.level ?? usual;
  return [nameOf(side), levels && typeof level === "number" && `(${levelName(level, levels)})`]
    .filter(Boolean)
    .join(" ");
}

/** A picture of the board. */
function boardNow() {
  const view = viewOf(store.live);
  return view ? scenePicture(view.touches.scene, `${store.game.number} ${store.live}`) : gamePicture(store.game.id);
}

/** @param {string} title @param {import("./render.js").Child} picture @param {string[]} rows @param {string} label @param {() => void} work @param {import("./render.js").Child} [more] */
function panel(title, picture, rows, label, work, more) {
  return h("section.continue.card", { "aria-labelledby": "continue-title" }, [
    picture,
    h("h2", { id: "continue-title" }, title),
    h("div.about", ...rows.map((row) => h("p", row))),
    h("div.go", button("play", label, work, { class: "main big" }), more),
  ]);
}

/** A tile that leads to a section. @param {any} drawing @param {string} title @param {string} text @param {() => void} onclick */
function section(drawing, title, text, onclick) {
  return h("button.section-tile.card", { type: "button", onclick }, [
    h("span.badge", icon(drawing)),
    h("span", h("b", title), text),
  ]);
}

/** The first sentence of the rules of each game that is known. @type {Map<string, string>} */
const lines = new Map();

/** Fetches the sentence of a game. @param {string} id */
async function loadLine(id) {
  if (lines.has(id)) return;
  lines.set(id, "");
  const { rules } = await about(id).catch(() => ({ rules: [] }));
  const [sentence = ""] = /^.*?[.!](?= |$)/.exec(rules[0]?.text ?? "") ?? [];
  lines.set(id, sentence);
  void redraw();
}

/** The finished lessons and solved puzzles of a family. @param {import("./game-families.js").Family} family */
function progressOf({ games }) {
  const { lessons, puzzles } = store.profile;
  const count = (/** @type {Record<string, string[]>} */ done) =>
    games.reduce((sum, { id }) => sum + (done[id]?.length ?? 0), 0);
  return T.progress(count(lessons), count(puzzles));
}

/** A tile that begins a game of a family. @param {import("./game-families.js").Family} family */
function tile(family) {
  const { id } = mainGame(family);
  const onclick = () => newGame({ game: id });
  return h("button.game-tile.card", { key: id, type: "button", onclick }, [
    livelyPicture(id),
    h("span", family.name),
    h("span.tile-line", lines.get(id)),
    h("span.tile-line", progressOf(family)),
  ]);
}

/** @type {import("./router.js").Screen} */
export const startScreen = {
  draw() {
    if (!store.known) return null;
    const groups = families(store.games);
    for (const family of groups) void loadLine(mainGame(family).id);
    const go = (/** @type {string} */ name) => () => visitScreen(name);
    return [
      lastGame(),
      h("div.start-main", [
        h("header", [h("h1", T.sections.start), button("plus", T.newGameDots, () => newGame())]),
        h("div.game-tiles", groups.map(tile)),
        h("div.section-tiles", [
          section("cap", T.sections.learn, T.about.learn, go("learn")),
          section("puzzle", T.sections.puzzles, T.about.puzzles, go("puzzles")),
          section("graph", T.sections.analyse, T.about.analyse, go("analyse")),
          section("eye", T.sections.watch, T.about.watch, go("watch")),
          section("list", T.sections.games, T.about.games, go("games")),
        ]),
      ]),
    ];
  },
};
