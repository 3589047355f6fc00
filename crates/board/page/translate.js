// Translates the texts of the games. The server sends them in English, with keys.

import { language } from "./language.js";

/** @typedef {Record<string, string>} Table templates by key */
/** @typedef {{at: any, field: string|number, key: string, args: Record<string, string>, game: string|null}} Found a text in a message */

/** Whether the page is not in English. */
export const isTranslated = language !== "en";

/** The tables by game; that of `null` has the titles and sides of all games. @type {Map<string|null, Promise<Table>>} */
const tables = new Map();

/**
 * Translates all texts in a message. Their tables are fetched when they are first needed. A text without a
 * translation stays English.
 * @param {any} message
 * @param {string|null} game the game of texts that are not part of a scene
 * @param {(request: {t: "texts", game: string|null, language: string}) => Promise<{texts: Table}>} ask
 */
export async function translate(message, game, ask) {
  /** @type {Found[]} */
  const texts = [];
  collect(message, game, texts);
  /** @type {Map<string|null, Table>} */
  const ready = new Map();
  const load = async (/** @type {string|null} */ name) => void ready.set(name, await tableOf(name, ask));
  await Promise.all([...new Set(texts.map((text) => text.game))].map(load));
  for (const { at, field, key, args, game: name } of texts) {
    const table = ready.get(name) ?? {};
    if (Object.hasOwn(table, key)) at[field] = fill(table[key], args, table);
  }
}

/** @param {string|null} game @param {Parameters<typeof translate>[2]} ask @returns {Promise<Table>} */
function tableOf(game, ask) {
  let table = tables.get(game);
  if (!table) {
    table = ask({ t: "texts", game, language }).then(
      (answer) => answer.texts,
      () => {
        // Ask again for the next message.
        tables.delete(game);
        return {};
      },
    );
    tables.set(game, table);
  }
  return table;
}

/**
 * Inserts arguments into a template: `{n}`, or `{n:stack|stacks}` for the first word if the argument is 1, otherwise the
 * second. `p1` and `p2` show the names of the players.
 * @param {string} template @param {Record<string, any>} args @param {Table} [table] has the names
 */
export function fill(template, args, table = {}) {
  return template.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name, one, several) => {
    if (!Object.hasOwn(args, name)) return whole;
    const value = args[name];
    if (several !== undefined) return value === "1" ? one : several;
    return table[`player.${value}`] ?? value;
  });
}

/** Finds the texts in a value: texts with keys, names of players and titles of games. @param {any} value @param {string|null} game @param {Found[]} found */
function collect(value, game, found) {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, game, found);
    return;
  }
  const names = [value.game, value.scene?.game, game];
  const here = names.find((name) => typeof name === "string") ?? null;
  if (typeof value.key === "string" && typeof value.text === "string" && here !== null) {
    found.push({ at: value, field: "text", key: value.key, args: value.args ?? {}, game: here });
  }
  if (typeof value.id === "string" && typeof value.title === "string") {
    found.push({ at: value, field: "title", key: `title.${value.id}`, args: {}, game: null });
    for (const n of (value.sides ?? []).keys()) {
      found.push({ at: value.sides, field: n, key: `player.p${n + 1}.${value.id}`, args: {}, game: null });
    }
  }
  for (const side of ["p1", "p2"]) {
    const player = value.players?.[side];
    if (typeof player?.name === "string" && here !== null) {
      found.push({ at: player, field: "name", key: `player.${side}`, args: {}, game: here });
    }
  }
  for (const part of Object.values(value)) collect(part, here, found);
}
