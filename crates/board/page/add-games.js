// Adding all games of a file to the saved games.

import { ask, messageOf, refusalText } from "./api.js";
import { button } from "./dom.js";
import { notice } from "./notices.js";
import { redraw } from "./redraw.js";
import { h } from "./render.js";
import { currentScreen, visitScreen } from "./router.js";
import { store } from "./store.js";
import { T } from "./texts.js";

/** Milliseconds between two updates of the progress. */
const PROGRESS = 200;

/** How often games were added: what lists games loads them again. */
export const additions = { count: 0 };

/**
 * Adds the games of records. Reports the result once, and each record that was refused. Returns whether none was.
 * @param {string[]} texts
 * @param {(done: number) => void} [progress]
 */
export async function addGames(texts, progress) {
  const timer = setInterval(() => progress?.(store.adding?.done ?? 0), PROGRESS);
  const sum = { added: 0, repeated: 0, shortened: 0, refused: 0 };
  /** @type {import("./api.js").Refusal[]} */
  const reasons = [];
  let answers = 0;
  for (const text of texts) {
    try {
      const answer = await ask({ t: "add_games", text });
      for (const kind of /** @type {(keyof typeof sum)[]} */ (Object.keys(sum))) sum[kind] += answer[kind];
      reasons.push(...answer.reasons);
      answers += 1;
    } catch (error) {
      notice(messageOf(error), "error");
    }
  }
  clearInterval(timer);
  if (answers > 0) {
    const [reason] = reasons;
    const isElsewhere = sum.added > 0 && currentScreen() !== "games";
    notice(T.added(sum), sum.added + sum.repeated > 0 ? "info" : "error", {
      detail: reason && refusalText(reason),
      action: isElsewhere ? { label: T.showGames, work: () => visitScreen("games") } : undefined,
    });
    additions.count += 1;
    void redraw();
  }
  return answers === texts.length;
}

/**
 * The row of a list of games with the button that adds all of them.
 * @param {string} text
 * @param {number} count
 * @param {() => import("./dialog.js").Dialog} box the dialog, which closes afterwards
 */
export function addAllRow(text, count, box) {
  let progress = "";
  const show = (/** @type {string} */ next) => {
    progress = next;
    box().draw();
  };
  const add = async () => {
    show(T.adding(0, count));
    const isAdded = await addGames([text], (done) => show(T.adding(done, count)));
    show("");
    if (isAdded) box().close();
  };
  return () =>
    h("footer.add-all", [
      h("span.progress", { role: "status" }, progress),
      button("plus", T.addAll(count), () => void add(), { disabled: progress !== "" }),
    ]);
}
