// The files of the board in the storage of the browser.

/** The folder of the board on its site. Each has its own files. */
export const FOLDER = new URL("../../", import.meta.url);
const NAME = `ringstack ${FOLDER.pathname}`;
/** The database of earlier versions, which all boards of an origin shared. */
const SHARED = "ringstack";
const FILES = "files";
/** How often a database that was cleared is opened again, and the time in milliseconds between. */
const MAX_TRIES = 10;
const PAUSE = 300;

/** @typedef {[string, any][]} Entries names with their values */

/** Resolves when a request or a transaction succeeds. */
const settled = (target, success) =>
  new Promise((resolve, reject) => {
    target[success] = () => resolve(target.result);
    target.onerror = target.onabort = () => reject(target.error);
  });

/** Opens a database; makes a missing one with these entries, or not at all. @param {string} name @param {Entries|null} entries */
function open(name, entries) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    if (!entries) return opening.transaction.abort();
    const files = opening.result.createObjectStore(FILES);
    for (const [name, value] of entries) files.put(value, name);
  };
  return settled(opening, "onsuccess");
}

/** @returns {Promise<Entries>} */
async function entriesOf(database) {
  const files = database.transaction(FILES).objectStore(FILES);
  const [names, values] = await Promise.all(
    [files.getAllKeys(), files.getAll()].map((all) => settled(all, "onsuccess")),
  );
  return names.map((name, n) => [name, values[n]]);
}

/** The entries of the database that the boards shared. @returns {Promise<Entries>} */
async function sharedEntries() {
  const database = await open(SHARED, null).catch(() => null);
  const entries = database ? await entriesOf(database) : [];
  database?.close();
  return entries;
}

/** Deletes the copies of the board for use without a network, to get space. Returns whether there were any. */
async function freeCaches() {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  const deleted = names.filter((name) => name.startsWith(`${FOLDER} `)).map((name) => caches.delete(name));
  return (await Promise.all(deleted)).some(Boolean);
}

/** Opens the storage. `emptied` is called when the database had to be opened again, with the names that it has. @param {(names: string[]) => void} emptied */
export async function openStorage(emptied) {
  // What is no text is not from the board.
  const foreign = new Map();
  let database = await open(NAME, null).catch(async (error) => {
    if (error?.name !== "AbortError") throw error;
    return open(NAME, await sharedEntries());
  });
  watch();

  function watch() {
    // Another page deletes the database, or the browser has closed it. If it cannot be opened, the next change says so.
    database.onversionchange = database.onclose = () => void reopenLater();
  }

  /** Opens the database again. While the browser clears it, opening fails. */
  async function reopenLater() {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      try {
        return await reopen();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  async function reopen() {
    database.close();
    database = await open(NAME, []);
    watch();
    emptied((await entriesOf(database)).map(([name]) => name));
  }

  /** Uses the database; once more if the browser has closed it or it is full. */
  async function use(work) {
    try {
      return await work(database);
    } catch (error) {
      if (error?.name !== "QuotaExceededError") await reopen();
      else if (!(await freeCaches())) throw error;
      return work(database);
    }
  }

  /** Stores files, all or none. @param {import("./host.js").Files} changes */
  const store = (changes) =>
    use(async (database) => {
      const writing = database.transaction(FILES, "readwrite", { durability: "strict" });
      const files = writing.objectStore(FILES);
      for (const [name, text] of Object.entries(changes)) {
        if (text === null) files.delete(name);
        else files.put(text, name);
      }
      writing.commit();
      await settled(writing, "oncomplete");
    }).catch((error) => {
      const isFull = error?.name === "QuotaExceededError";
      throw new Error(isFull ? "full" : error?.message);
    });

  return {
    /** All files, by name. @returns {Promise<Record<string, string>>} */
    async read() {
      const entries = await use(entriesOf);
      for (const [name, value] of entries) if (typeof value !== "string") foreign.set(name, value);
      return Object.fromEntries(entries.filter(([name]) => !foreign.has(name)));
    },
    store,
    foreign,
    async removeForeign() {
      await store(Object.fromEntries([...foreign.keys()].map((name) => [name, null])));
      foreign.clear();
    },
  };
}
