// The top bar: the sections of the page, the mode of the board, and the menu.

import { menuOpener, openMenu } from "./choice-menu.js";
import { clockText, left, LOW } from "./clock.js";
import { engines, keys, preferences } from "./dialogs.js";
import { button, icon } from "./dom.js";
import { openDialog, saveDialog } from "./import-export.js";
import { invite } from "./invite-dialog.js";
import { currentMode } from "./mode.js";
import { newGame } from "./new-game.js";
import { noticeList } from "./notices.js";
import { makeOneStop } from "./one-stop.js";
import { ownSide } from "./own-side.js";
import { classes, h } from "./render.js";
import { currentScreen, shownScreen } from "./router.js";
import { toggleRules } from "./rules-panel.js";
import { isRemote } from "./socket.js";
import { humanSides, isHuman, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { nameOf } from "./view-state.js";
import { arrivalBar } from "./waiting.js";

/** `play`, `study`: enter a mode; `setUp` opens the editor. @typedef {{enter: (mode: import("./mode.js").Mode) => void, setUp: () => void}} Commands */

/** The sections; the board itself serves "analyse" and "watch". */
const SECTIONS = /** @type {const} */ (["start", "learn", "puzzles", "analyse", "watch", "games"]);
const MODES = /** @type {const} */ (["play", "study"]);

/** The section that the page shows. */
function currentSection() {
  const screen = currentScreen();
  if (screen) return screen === "statistics" ? "games" : screen;
  if (currentMode() === "study") return "analyse";
  return store.known && humanSides().length === 0 ? "watch" : "start";
}

/** The commands that are not in the bar, and in narrow windows the modes. @param {Commands} on */
function menuItems({ enter, setUp }) {
  const modes = MODES.map((mode) => ({
    label: T.modes[mode],
    checked: mode === currentMode(),
    work: () => enter(mode),
  }));
  const shared = [
    { label: T.invite, drawing: "person", work: invite },
    { label: T.engines, drawing: "engine", work: engines },
  ];
  return [
    { label: T.newGame, drawing: "plus", work: () => newGame() },
    { label: T.open, drawing: "open", work: openDialog },
    { label: T.edit, drawing: "edit", work: setUp },
    { label: T.save, drawing: "save", work: () => void saveDialog() },
    // The board without a server has one device and one engine.
    ...(isRemote ? shared : []),
    { label: T.rules, drawing: "rules", work: rules },
    { label: T.settings, drawing: "settings", work: preferences },
    { label: T.keys, drawing: "keys", work: keys },
    ...(document.querySelector(".top .seg")?.checkVisibility() ? [] : modes),
  ];
}

/** The rules of the open exercise, or else of the game on the board. */
const rules = () => toggleRules(shownScreen().screen?.exercise?.game);

/** The game on the board and its players. */
function title() {
  const game = store.game.about?.title || store.game.id || "";
  const names = store.players.some((player) => player.name) ? `${nameOf("p1")} – ${nameOf("p2")}` : "";
  document.title = game ? `${game} · ringstack` : "ringstack";
  return h("h1.title", { hidden: currentScreen() !== "" }, [game, names && h("span.names", ` · ${names}`)]);
}

/** On another screen, the clock that runs, and whose move it is. It leads back to the game. */
function runningClock() {
  const side = store.clock?.running;
  if (!side || currentScreen() === "") return null;
  const time = left(side) ?? 0;
  const isOwn = isHuman(side) && ownSide() !== otherSide(side);
  return h("a", { class: classes("bar-clock", isOwn && "own", time < LOW && "low"), href: "#board" }, [
    h("b", { role: "timer" }, clockText(time)),
    h("span", isOwn ? T.yourMove : T.toMove(nameOf(side))),
  ]);
}

/** The bar for the current screen and mode. @param {Commands} on */
export function topBar(on) {
  const exercise = shownScreen().screen?.exercise;
  const command = (/** @type {any} */ drawing, /** @type {string} */ label, /** @type {() => void} */ work) =>
    button(drawing, label, work, { key: drawing, class: `quiet ${drawing}`, title: label, "aria-label": label });
  const { href = "#start", back = T.regions.home } = exercise ?? {};
  const isBoard = currentScreen() === "";
  return h("header.top", [
    h("a.back", { href, hidden: currentScreen() === "start", "aria-label": back }, icon("left")),
    h("a.brand", { href: "#start" }, [h("img", { src: "icon.svg", alt: "", width: 24, height: 24 }), "ringstack"]),
    h("nav.nav", { "aria-label": T.regions.nav }, [
      SECTIONS.map((name) =>
        h("a", { key: name, href: `#${name}`, "aria-current": name === currentSection() ? "page" : null }, [
          T.sections[name],
        ]),
      ),
    ]),
    title(),
    h("span.exercise-title", exercise?.title),
    runningClock(),
    noticeList(),
    arrivalBar(),
    h("div.seg", { role: "group", "aria-label": T.regions.mode, hidden: !isBoard, mounted: makeOneStop }, [
      MODES.map((mode) =>
        button(null, T.modes[mode], () => on.enter(mode), { "aria-pressed": mode === currentMode() }),
      ),
    ]),
    h("div.menu", { role: "toolbar", "aria-label": T.regions.menu, mounted: makeOneStop }, [
      command("plus", T.newGame, () => newGame()),
      isBoard && currentMode() === "study" && command("open", T.open, openDialog),
      command("rules", T.rules, rules),
      command("settings", T.settings, preferences),
      menuOpener(T.menu, "quiet", (target) => openMenu(target, T.menu, menuItems(on))),
    ]),
  ]);
}
