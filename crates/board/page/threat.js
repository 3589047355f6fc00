// The threat in a position: what the opponent would play if it were their move now.

import { ask, messageOf } from "./api.js";
import { consequencesOf, positionAt, textOf } from "./consequences.js";
import { showLine, whyNoHint } from "./hint.js";
import { notice } from "./notices.js";
import { bestLine } from "./puzzles.js";
import { node, store } from "./store.js";
import { T } from "./texts.js";
import { viewState } from "./view-state.js";

/** Shows the threat at the cursor, in words and as arrows. Where the rules know no pass, only a forced win is one. @param {import("./board-controller.js").BoardController} controller */
export async function showThreat(controller) {
  const why = whyNoHint();
  if (why !== null) return notice(why);
  const [id, { number }] = [viewState.cursor, store.game];
  const at = node(id);
  if (!at?.status.to_act) return notice(T.noThreat);
  const other = at.status.to_act === "p1" ? "p2" : "p1";
  try {
    const asked = { game: null, fen: null, node: id, items: [`turn=${other}`] };
    const { fen } = await ask({ t: "edit", ...asked });
    const position = { ...positionAt(at), fen, moves: [] };
    const line = fen === null ? null : await bestLine(position);
    const mate = (line?.mate ?? 0) * (other === "p2" ? -1 : 1);
    const said = line && (await consequencesOf(position, { moves: line.pv, mate: mate || null }));
    if (viewState.cursor !== id || store.game.number !== number) return;
    const found = said?.line.filter(({ helps }) => helps === other) ?? [];
    const isThreat = mate > 0 || (found.length > 0 && store.games.find((one) => one.id === position.game)?.passes);
    if (!line || !isThreat) return notice(T.noThreat);
    showLine(controller, T.threatMove(line.text?.text ?? "", textOf(found)), line);
  } catch (error) {
    notice(messageOf(error), "error");
  }
}
