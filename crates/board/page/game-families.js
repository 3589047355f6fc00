// Groups rule sets by their titles: "Name, a variant" belongs to "Name".

/** @typedef {{id: string, title: string, random_setup?: boolean}} Game */
/** @typedef {{name: string, games: {id: string, label: string}[]}} Family */

/** The title before a comma or a bracket. @param {string} title */
function stem(title) {
  return title.split(/,| \(/)[0];
}

/** @param {Game[]} games @returns {Family[]} */
export function families(games) {
  const stems = games.map(({ title }) => stem(title));
  const isShared = (/** @type {string} */ name) => stems.filter((one) => one === name).length > 1;
  /** @type {Map<string, Family>} */
  const found = new Map();
  for (const { id, title } of games) {
    const own = stem(title);
    // A title that occurs once may continue the name of a family.
    const name = isShared(own) ? own : (stems.find((one) => one !== own && own.startsWith(`${one} `)) ?? own);
    const label = title.slice(name.length).replace(/^[,\s(]+|\)$/g, "") || title;
    const family = found.get(name) ?? { name, games: [] };
    family.games.push({ id, label });
    found.set(name, family);
  }
  return [...found.values()];
}

/** The family of a rule set, or else the first one. @param {Family[]} groups @param {string} game */
export function familyOf(groups, game) {
  return groups.find(({ games }) => games.some(({ id }) => id === game)) ?? groups[0];
}

/** The rule set that stands for a family: the one with the shortest id. @param {Family} family */
export function mainGame({ games }) {
  return games.reduce((best, game) => (game.id.length < best.id.length ? game : best));
}
