// The supplies of a scene as rows of buttons, for the game and for exercises.

import { shake } from "./dom.js";
import { pieceIcon } from "./pieces.js";
import { classes, h } from "./render.js";
import { animates } from "./settings.js";
import { T } from "./texts.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Supply} Supply */
/** @typedef {import("./scene.js").Item} Item */
/**
 * @typedef {object} SupplyHandlers
 * @property {import("./touch-board.js").TouchBoard} board
 * @property {(supply: Supply, scene: Scene) => string} labelOf
 * @property {() => boolean} invites whether touchable items are marked before a move begins
 */

/** How far a refused item moves when it shakes, in pixels. */
const SHAKE = 4;

/** @param {Supply[]} supplies @param {Scene} scene @param {SupplyHandlers} on */
export function supplyGroups(supplies, scene, on) {
  return supplies.map((supply) => supplyGroup(supply, scene, on));
}

/** The button of a supply item. @param {ParentNode} host @param {string} id @returns {any} */
export function itemIn(host, id) {
  return host.querySelector(`[data-item="${CSS.escape(id)}"]`);
}

/** Shakes the item of a refused touch. @param {ParentNode} host @param {string} refused */
export function shakeItem(host, refused) {
  if (animates()) shake(itemIn(host, refused), SHAKE);
}

/** @param {Supply} supply @param {Scene} scene @param {SupplyHandlers} on */
function supplyGroup(supply, scene, on) {
  const { id, items } = supply;
  const label = on.labelOf(supply, scene);
  const hasTargets = items.some((item) => item.target);
  // When both hands are used up, they need no space. An empty hand beside one that is not may decide the game.
  const hands = scene.supplies.filter((one) => one.owner !== null && !one.items.some((item) => item.target));
  const isUsedUp = hands.includes(supply) && hands.every((one) => one.items.every((item) => item.count === 0));
  const isOffered = items.some((item) => on.board.entry.offered(item.id));
  const look = classes("supply", hasTargets && "targets", isUsedUp && !isOffered && "used-up");
  return h("span", { key: `${scene.game} ${id}`, class: look, role: "group", "aria-label": label }, [
    h("span.supply-label", label),
    items.map((item) => itemButton(item, supply, scene, on)),
  ]);
}

/** @param {Item} item @param {Supply} supply @param {Scene} scene @param {SupplyHandlers} on */
function itemButton(item, supply, scene, { board, invites }) {
  const { id, count, target = 0 } = item;
  const { entry, hint, points, refusal } = board;
  const kind = scene.kinds[item.kind];
  const marked = [...(entry.answer?.marks ?? []), ...scene.marks].filter((mark) => mark.as === "chosen");
  const made = entry.made.filter((next) => next.kind === "supply");
  const isChosen = [...marked, ...made].some((found) => found.at.includes(id));
  const can = entry.offers(id);
  const isUsed = can || entry.offered(id);
  const what = (count === 1 ? kind?.text.text : kind?.plural.text) ?? item.kind;
  const of = target > 0 ? ` ${T.ofTarget(target)}` : "";
  const name = T.labelled(supply.label.text, `${count}${of} ${what}`);
  const look = [
    target > 0 && "target-row",
    can && (entry.isStarted || invites()) && "touchable",
    isChosen && "chosen",
    count === 0 && "out",
    hint?.places.includes(id) && "hinted",
    refusal?.id === id && "refused",
    !entry.isStarted && points.includes(id) && "pointed",
  ];
  const props = {
    key: id,
    type: "button",
    class: classes("item", ...look),
    "data-item": id,
    "aria-label": name,
    title: name,
    "aria-pressed": isUsed ? isChosen : null,
    // The touch of any item is answered, if only with the reason why it is refused.
    disabled: !entry.isOpen,
    "aria-disabled": !isUsed,
    onclick: () => board.touch(id),
  };
  return h("button", props, [
    target > 0 ? h("span.pips", { "aria-hidden": "true" }, pipsOf(item, supply.each ?? 0, kind)) : pieceIcon(kind),
    h("span.number", [h("span.count", count), target > 0 && [" ", h("span.of", T.ofTarget(target))]]),
  ]);
}

/** The pieces of an item and the places for those that are missing; a bar follows the target of every kind. @param {Item} item @param {number} each @param {import("./scene.js").Kind|undefined} kind */
function pipsOf({ count, target = 0 }, each, kind) {
  return Array.from({ length: Math.max(count, target) }, (_, n) => [
    n > 0 && n === each && h("span.tick"),
    h("span", { class: n < count ? "pip" : "pip open" }, (n === 0 || n < count) && pieceIcon(kind)),
  ]);
}
