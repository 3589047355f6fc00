// A premove: touches made while another person thinks. They are tried as one move as soon as it is the user's turn; only
// the server knows whether they make one then.

export class Premove {
  /** The places in the order of the touches. @type {string[]} */
  touches = [];
  /** The node where they were touched. */
  node = 0;

  /** Adds a touch. @param {string} id @param {number} node */
  touch(id, node) {
    this.touches = this.node === node ? [...this.touches, id] : [id];
    this.node = node;
  }

  /** The touches, if they were made before the move that led here; they are forgotten. @param {number|undefined} parent */
  take(parent) {
    const touches = this.node === parent ? this.touches : [];
    this.touches = [];
    return touches;
  }
}

/**
 * The token of the move that is exactly these touches; `null` if they are none. More could be added to some moves, such as
 * the first of several steps: then the button that ends a move completes it.
 * @param {string[]} touches
 * @param {(touches: string[]) => Promise<import("../types.js").Answers["touches"]>} enter asks the server about touches
 */
export async function moveOf(touches, enter) {
  let answer = await enter(touches);
  const end = "next" in answer && answer.next.find(({ kind, act }) => kind === "button" && act === "finish");
  if (end) answer = await enter([...touches, end.touch]);
  return "token" in answer ? answer.token : null;
}
