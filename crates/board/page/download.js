// Downloads of files.

/** Milliseconds before the URL of a download is revoked. */
const DOWNLOAD = 10_000;

/** Downloads a file. @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD);
}
