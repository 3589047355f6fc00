// The supplies of a scene as rows of buttons, for the game and for exercises.

import { el, putIfChanged, setAttribute, setText, shake } from "./dom.js";
import { pieceIcon } from "./pieces.js";
import { animates } from "./settings.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Supply} Supply */
/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./move-entry.js").MoveEntry} MoveEntry */
/**
 * @typedef {object} SupplyHandlers
 * @property {MoveEntry} entry
 * @property {(id: string) => void} touch
 * @property {(supply: Supply, scene: Scene) => string} labelOf
 * @property {() => boolean} invites whether touchable items are marked before a move begins
 */

/** How far a refused item moves when it shakes, in pixels. */
const SHAKE = 4;

/** Draws supplies, and updates their counts and states. @param {HTMLElement} host @param {Supply[]} supplies @param {Scene} scene @param {SupplyHandlers} on */
export function drawSupplies(host, supplies, scene, on) {
  const shape = supplies.map((supply) => [
    supply.id,
    on.labelOf(supply, scene),
    supply.items.map((item) => [item.id, item.kind]),
  ]);
  putIfChanged(host, [scene.game, shape], () => supplies.map((supply) => makeSupply(supply, scene, on)));
  for (const supply of supplies) {
    for (const item of supply.items) update(host, scene, supply, item, on);
    // A supply that is used up needs no space.
    const isUsedUp = supply.owner !== null && !hasTargets(supply) && supply.items.every((item) => item.count === 0);
    const isOffered = supply.items.some((item) => on.entry.offered(item.id));
    const [first] = supply.items;
    itemIn(host, first?.id ?? "")
      ?.closest(".supply")
      ?.classList.toggle("used-up", isUsedUp && !isOffered);
  }
}

/** The button of a supply item. @param {ParentNode} host @param {string} id @returns {any} */
export function itemIn(host, id) {
  return host.querySelector(`[data-item="${CSS.escape(id)}"]`);
}

/** Marks the item of a refused touch, and shakes it; `null` removes the mark. @param {ParentNode} host @param {string|null} refused */
export function refuseItem(host, refused) {
  for (const item of host.querySelectorAll(".item.refused")) item.classList.remove("refused");
  const item = refused === null ? null : itemIn(host, refused);
  item?.classList.add("refused");
  if (animates()) shake(item, SHAKE);
}

/** @param {Supply} supply */
function hasTargets(supply) {
  return supply.items.some((item) => item.target);
}

/** @param {Supply} supply @param {Scene} scene @param {SupplyHandlers} on */
function makeSupply(supply, scene, on) {
  const label = on.labelOf(supply, scene);
  const items = supply.items.map((item) => {
    const onclick = () => on.touch(item.id);
    const picture = item.target
      ? el("span", { class: "pips", "aria-hidden": "true" })
      : pieceIcon(scene.kinds[item.kind]);
    const count = el("span", { class: "count" });
    const of = item.target && el("span", { class: "of" }, T.ofTarget(item.target));
    const parts = [picture, el("span", { class: "number" }, count, of && " ", of)];
    return el(
      "button",
      {
        type: "button",
        class: item.target ? "item target-row" : "item",
        "data-item": item.id,
        "data-key": item.id,
        onclick,
      },
      ...parts,
    );
  });
  return el(
    "span",
    { class: hasTargets(supply) ? "supply targets" : "supply", role: "group", "aria-label": label },
    el("span", { class: "supply-label" }, label),
    ...items,
  );
}

/** The pieces of an item and the places for those that are missing; a bar follows the target of every kind. @param {Item} item @param {number} each @param {() => Element} icon */
function pipsOf(item, each, icon) {
  return Array.from({ length: Math.max(item.count, item.target ?? 0) }, (_, n) => [
    n > 0 && n === each && el("span", { class: "tick" }),
    el("span", { class: n < item.count ? "pip" : "pip open" }, (n === 0 || n < item.count) && icon()),
  ]).flat();
}

/** @param {HTMLElement} host @param {Scene} scene @param {Supply} supply @param {Item} item @param {SupplyHandlers} on */
function update(host, scene, supply, item, { entry, invites }) {
  const button = itemIn(host, item.id);
  if (!button) return;
  const marked = [...(entry.answer?.marks ?? []), ...scene.marks].filter((mark) => mark.as === "chosen");
  const made = entry.made.filter((next) => next.kind === "supply");
  const isChosen = [...marked, ...made].some((found) => found.at.includes(item.id));
  const can = entry.offers(item.id);
  const isUsed = can || entry.offered(item.id);
  const kind = scene.kinds[item.kind];
  const what = (item.count === 1 ? kind?.text.text : kind?.plural.text) ?? item.kind;
  const of = item.target ? ` ${T.ofTarget(item.target)}` : "";
  const name = T.labelled(supply.label.text, `${item.count}${of} ${what}`);
  setAttribute(button, "aria-label", name);
  setAttribute(button, "title", name);
  setAttribute(button, "aria-pressed", isUsed ? String(isChosen) : null);
  // The touch of any item is answered, if only with the reason why it is refused.
  button.disabled = !entry.isOpen;
  setAttribute(button, "aria-disabled", String(!isUsed));
  button.classList.toggle("touchable", can && (entry.isStarted || invites()));
  button.classList.toggle("chosen", isChosen);
  button.classList.toggle("out", item.count === 0);
  setText(/** @type {Element} */ (button.querySelector(".count")), String(item.count));
  const pips = button.querySelector(".pips");
  if (pips instanceof HTMLElement) {
    putIfChanged(pips, [item.kind, item.count, item.target, supply.each], () =>
      pipsOf(item, supply.each ?? 0, () => pieceIcon(kind)),
    );
  }
}
