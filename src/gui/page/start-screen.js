// The start screen: continue the last game, begin another one, or go to another section.

import { send } from "./api.js";
import { gameName } from "./dialog.js";
import { button, el, icon, put } from "./dom.js";
import { families, mainGame } from "./game-families.js";
import { gamePicture, scenePicture } from "./game-picture.js";
import { openDialog, reportSaved } from "./import-export.js";
import { newGame } from "./new-game.js";
import { hasScreen, showBoard, visitScreen } from "./router.js";
import { node, store, titleOf } from "./store.js";
import { T } from "./texts.js";
import { nameOf, viewOf } from "./view-state.js";

/** Opens the dialog for a new game; the board follows. @param {{game?: string}|null} from */
function begin(from) {
  newGame((saved) => {
    showBoard();
    reportSaved(saved);
  }, from);
}

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
  if (moves === 0) return panel(T.readyTitle, boardNow(), [titleOf(store.game.id), names], T.startGame, visit);
  const rows = [`${titleOf(store.game.id)} · ${T.moves(moves)}`, names, state];
  if (store.ending) return panel(T.lastTitle, boardNow(), rows, T.showGame, visit);
  return panel(T.continueTitle, boardNow(), rows, T.continueGame, visit);
}

/** A picture of the board. */
function boardNow() {
  const view = viewOf(store.live);
  return view ? scenePicture(view.touches.scene) : gamePicture(store.game.id);
}

/** @param {string} title @param {HTMLElement} picture @param {string[]} rows @param {string} label @param {() => void} work */
function panel(title, picture, rows, label, work) {
  return el(
    "section",
    { class: "continue card", "aria-labelledby": "continue-title" },
    picture,
    el("h2", { id: "continue-title" }, title),
    el("div", { class: "about" }, ...rows.map((row) => el("p", {}, row))),
    button("play", label, work, { class: "main big" }),
  );
}

/** A tile that leads to a section. @param {any} drawing @param {string} title @param {string} text @param {() => void} onclick */
function section(drawing, title, text, onclick) {
  return el(
    "button",
    { type: "button", class: "section-tile card", onclick },
    el("span", { class: "badge" }, icon(drawing)),
    el("span", {}, el("b", {}, title), text),
  );
}

/** @param {HTMLElement} root @returns {import("./router.js").Screen} */
export function create(root) {
  return {
    show() {
      const go = (/** @type {string} */ name) => () => visitScreen(name);
      const games = families(store.games).map((family) => {
        const { id } = mainGame(family);
        return el(
          "button",
          { type: "button", class: "game-tile card", onclick: () => begin({ game: id }) },
          gamePicture(id),
          el("span", {}, family.name),
        );
      });
      const sections = [
        hasScreen("learn") && section("cap", T.sections.learn, T.about.learn, go("learn")),
        hasScreen("puzzles") && section("puzzle", T.sections.puzzles, T.about.puzzles, go("puzzles")),
        section("graph", T.sections.analyse, T.about.analyse, openDialog),
        section("eye", T.sections.watch, T.about.watch, go("watch")),
        hasScreen("games") && section("list", T.sections.games, T.about.games, go("games")),
      ];
      put(
        root,
        lastGame(),
        el(
          "div",
          { class: "start-main" },
          el(
            "header",
            {},
            el("h1", {}, T.sections.start),
            button("plus", T.newGameDots, () => begin(null)),
          ),
          el("div", { class: "game-tiles" }, ...games),
          el("div", { class: "section-tiles" }, ...sections),
        ),
      );
    },
    hide: () => put(root),
  };
}
