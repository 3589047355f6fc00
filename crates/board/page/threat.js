// The threat in a position: what the opponent would play if it were their move now.

import { ask, messageOf } from "./api.js";
import { consequencesOf, mateOf, positionAt, textOf } from "./consequences.js";
import { showLine } from "./hint.js";
import { notice } from "./notices.js";
import { whyNot } from "./own-side.js";
import { bestLine } from "./puzzles.js";
import { node, otherSide, store } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/** Shows the threat at the cursor, in words and as arrows. Where the rules know no pass, only a forced win is one. @param {import("./board-controller.js").BoardController} controller */
export async function showThreat(controller) {
  const why = whyNot("analyse");
  if (why !== null) return notice(why);
  const [id, { number }] = [viewState.cursor, store.game];
  const at = node(id);
  const say = (/** @type {string} */ text) => controller.showHint(text, []);
  if (!at?.status.to_act) return say(T.noThreat);
  say(T.threatWait);
  const other = otherSide(at.status.to_act);
  try {
    const { fen } = await ask({ t: "edit", game: null, fen: null, node: id, items: [`turn=${other}`] });
    const position = { ...positionAt(at), fen, moves: [] };
    const line = fen === null ? null : await bestLine(position);
    const mate = mateOf(other, line?.mate);
    const said = line && (await consequencesOf(position, { moves: line.pv, mate }));
    if (viewState.cursor !== id || store.game.number !== number) return;
    const found = said?.line.filter(({ helps }) => helps === other) ?? [];
    const isThreat =
      (mate ?? 0) > 0 || (found.length > 0 && store.games.find((one) => one.id === position.game)?.passes);
    if (!line || !isThreat) return say(T.noThreat);
    showLine(controller, T.threatMove(line.text?.text ?? "", textOf(found)), line);
  } catch (error) {
    say("");
    notice(messageOf(error), "error");
  }
}
