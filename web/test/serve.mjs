// Serves a folder as a static host does, below a path.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Gives tests the modules of the page. */
const USE = `import([...document.scripts].find(({ src }) => src.endsWith("/script.js")).src).then(({ $use }) => (window.$use = $use));`;

/** The size of a part of a response that a slow network carries at once. */
const PART = 8192;

/** A network with this delay in milliseconds and this number of bytes per second for all responses together. */
export function slowNetwork(delay, speed) {
  let free = 0;
  /** Resolves when the network has carried bytes. */
  const carry = (bytes) => {
    free = Math.max(free, performance.now()) + (bytes / speed) * 1000;
    return sleep(free - performance.now());
  };
  return async (response, content) => {
    await sleep(delay);
    for (let at = 0; at < content.length; at += PART) {
      const part = content.subarray(at, at + PART);
      await carry(part.length);
      response.write(part);
    }
    response.end();
  };
}

/** The compressed contents of files. */
const compressed = new Map();

/**
 * Starts a server.
 * @param {URL} folder
 * @param {Record<string, Record<string, string>>} prefixes the first parts of its paths, with their headers
 * @param {(response: import("node:http").ServerResponse, content: Buffer) => void} [send] the network
 * @param {(path: string) => {status?: number, type?: string, text: string}|undefined} [wrong] what it answers instead
 */
export async function serve(
  folder,
  prefixes,
  send = (response, content) => response.end(content),
  wrong = () => undefined,
) {
  async function read(path) {
    const { href } = new URL(path.endsWith("/") ? `${path}index.html` : path, folder);
    if (!compressed.has(href)) {
      const content = await readFile(new URL(href)).catch(() => null);
      compressed.set(href, content && gzipSync(content, { level: 9 }));
    }
    return { type: TYPES[extname(href)] ?? "text/plain", content: compressed.get(href) };
  }
  const server = createServer(async ({ url }, response) => {
    // A browser asks for it at pages that name no icon.
    if (url === "/favicon.ico") return response.writeHead(204).end();
    if (url === "/use.js") return response.writeHead(200, { "Content-Type": TYPES[".js"] }).end(USE);
    const [, prefix, path] = /^\/([^/]*)\/([^?]*)/.exec(url) ?? [];
    const other = wrong(path ?? "");
    if (other) {
      const nosniff = { "X-Content-Type-Options": "nosniff" };
      response.writeHead(other.status ?? 200, { "Content-Type": other.type ?? "text/html", ...nosniff });
      return response.end(other.text);
    }
    const isKnown = Object.hasOwn(prefixes, prefix);
    const { type, content } = isKnown ? await read(`./${path}`) : {};
    const headers = { "Content-Type": type ?? "text/plain", "Cache-Control": "max-age=600", ...prefixes[prefix] };
    response.writeHead(content ? 200 : 404, content ? { ...headers, "Content-Encoding": "gzip" } : headers);
    send(response, content ?? Buffer.from(""));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: () => (server.close(), server.closeAllConnections()),
  };
}
