/** Most bytes of a name in the usual file systems, so that a client that downloads the file can keep it. */
const MAX_BYTES = 255;

/** Extensions up to this length survive the cutting of a long name. */
const MAX_EXTENSION_BYTES = 16;

const FALLBACK = 'file';

/**
 * Control characters, line and paragraph separators, and the marks that turn the direction of text, with which
 * `gnp.exe` can be made to look like `exe.png`.
 */
const UNSAFE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * The base name of an uploaded file as we keep it: no folder (also of other systems), nothing invisible that acts, at
 * most 255 bytes of UTF-8 with the extension kept, never empty. Otherwise as uploaded. No path is ever made of it.
 */
export function safeFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = wellFormed(base.replace(UNSAFE, '')).trim();
  if (/^[.\s]*$/.test(clean)) return FALLBACK;
  if (Buffer.byteLength(clean) <= MAX_BYTES) return clean;
  const dot = clean.lastIndexOf('.');
  const extension = dot > 0 && Buffer.byteLength(clean.slice(dot)) <= MAX_EXTENSION_BYTES ? clean.slice(dot) : '';
  const stem = clean.slice(0, clean.length - extension.length);
  return cut(stem, MAX_BYTES - Buffer.byteLength(extension)).trimEnd() + extension;
}

/** Half of a surrogate pair becomes U+FFFD, as it would on the wire. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** The longest start of `text`, in whole characters, of at most `bytes` bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  const room = new Uint8Array(bytes);
  return text.slice(0, new TextEncoder().encodeInto(text, room).read);
}
