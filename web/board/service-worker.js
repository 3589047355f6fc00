// Keeps the board usable without a network.
// The build adds the constants VERSION, the name of the folder with the files of this version, and FILES: the address,
// the type, the size and the SHA-256 of each.

const PREFIX = `${registration.scope} `;
const CACHE = PREFIX + VERSION;

/** Fetches the page. It may be older in the cache of the browser than its files, or of another version. */
async function fetchPage() {
  const response = await fetch("./", { cache: "no-cache" });
  if (!response.ok || !(await response.clone().text()).includes(`"${VERSION}/`)) throw new Error("another page");
  return response;
}

/** Fetches a file. Some hosts answer a page for a missing file, and do not know every type. */
async function fetchFile([path, type, size, hash], cache = "default") {
  const response = await fetch(path, { cache });
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (response.ok && bytes.byteLength === size && found === hash) {
    const headers = new Headers(response.headers);
    headers.set("Content-Type", type);
    return new Response(bytes, { headers });
  }
  // The cache of the browser may have a wrong answer of an earlier time.
  if (cache === "default") return fetchFile([path, type, size, hash], "reload");
  throw new Error(`${path}: not the file of this version`);
}

async function install() {
  try {
    const cache = await caches.open(CACHE);
    const keep = async (path, response) => cache.put(path, await response);
    await Promise.all([keep("./", fetchPage()), ...FILES.map((file) => keep(file[0], fetchFile(file)))]);
  } catch (error) {
    // Its space is needed for the games. The version before stays.
    await caches.delete(CACHE);
    throw error;
  }
  await skipWaiting();
}

async function activate() {
  await clients.claim();
  // Open pages may still need the files of the version before.
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Whether a request is for the page of the board. Other pages may lie below its folder. */
function isPage({ mode, url }) {
  const { origin, pathname } = new URL(url);
  const scope = registration.scope;
  return mode === "navigate" && [scope, `${scope}index.html`].includes(origin + pathname);
}

async function answer(request) {
  const cached = isPage(request) ? await caches.match("./", { cacheName: CACHE }) : await caches.match(request);
  return cached ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const isOwn = url.startsWith(registration.scope) && (mode !== "navigate" || isPage(event.request));
  if (method === "GET" && isOwn) event.respondWith(answer(event.request));
});
