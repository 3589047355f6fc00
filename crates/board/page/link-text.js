// Links to games in addresses and in messages. Mail programs, messengers and search engines change them on the way.

/** What they add: soft line breaks, and characters without width. */
const ADDED = /=\r?\n|[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Decodes what is percent-encoded, and leaves any other text. @param {string} text */
export function decoded(text) {
  return text.replace(/(?:%[\da-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** The fragment of a link to a game in a text; "" if there is none. It may be encoded, also as a part of another address. @param {string} text */
function fragmentIn(text) {
  // Most texts are long records.
  if (!/(?:#|%23)(?:link|record|game)/i.test(text)) return "";
  const clean = text.replace(ADDED, "");
  const [, plain] = /#((?:link\/|record=|game=).*)/is.exec(clean) ?? [];
  if (plain) return plain;
  const [, encoded = ""] = /(?:#|%23)((?:link(?:\/|%2f)|(?:record|game)(?:=|%3d))[^&]*)/is.exec(clean) ?? [];
  return decoded(encoded);
}

/** The data of a link of a game by link in a text, such as a pasted message; "" if there is none. Words that follow it directly may be at its end. @param {string} text */
export function linkIn(text) {
  const fragment = decoded(fragmentIn(text)).replace(ADDED, "");
  const [, data = ""] = /^link\/([\w\s>=-]*)/i.exec(fragment) ?? [];
  return data.replace(/[^\w-]/g, "");
}

/** The game or the position of a link, as a record or as a link of a game by link; "" if there is none. @param {string} text */
export function recordIn(text) {
  const data = linkIn(text);
  if (data) return `#link/${data}`;
  const fragment = fragmentIn(text)
    .replace(/\s*[\r\n][\s>]*/g, "")
    .replace(/\?\w+=.*$/, "")
    .replace(/[.)>\s]+$/, "")
    .replace(/^\w+/, (name) => name.toLowerCase());
  const fields = new URLSearchParams(fragment);
  const [game, fen] = [fields.get("game"), fields.get("fen")];
  return fields.get("record") ?? (game && fen ? `${game} ${fen}` : "");
}
