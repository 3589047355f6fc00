// The files of the board in the storage of the browser.

const NAME = "ringstack";
const FILES = "files";

/** Resolves when a request or a transaction succeeds. */
const settled = (target, success) =>
  new Promise((resolve, reject) => {
    target[success] = () => resolve(target.result);
    target.onerror = target.onabort = () => reject(target.error);
  });

function openDatabase() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
  return settled(opening, "onsuccess");
}

export async function openStorage() {
  let database = await openDatabase();

  /** Uses the database; once more with a new connection if the browser has closed this one. */
  async function use(work) {
    try {
      return await work(database);
    } catch (error) {
      if (error?.name === "QuotaExceededError") throw error;
      database.close();
      database = await openDatabase();
      return work(database);
    }
  }

  return {
    /** All files, by name. @returns {Promise<Record<string, string>>} */
    read: () =>
      use(async (database) => {
        const files = database.transaction(FILES).objectStore(FILES);
        const [names, texts] = await Promise.all(
          [files.getAllKeys(), files.getAll()].map((all) => settled(all, "onsuccess")),
        );
        return Object.fromEntries(names.map((name, n) => [name, texts[n]]));
      }),
    /** Stores files, all or none. @param {import("./host.js").Files} changes */
    store: (changes) =>
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
      }),
  };
}
