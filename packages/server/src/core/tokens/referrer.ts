/**
 * Whether the page of a `Referer` header is allowed by the pattern of an SDK token:
 * `<scheme>://<host>/<path>` where `*` stands for any characters. A port and a trailing slash count, as they do for
 * published clients.
 */
export function referrerMatches(pattern: string, referrer: string | undefined): boolean {
  if (referrer === undefined) return false;
  const parts = splitUrl(pattern);
  const page = splitUrl(referrer.split(/[?#]/)[0] as string);
  if (!parts || !page) return false;
  return parts.every((part, i) => wildcard(part, page[i] as string));
}

/** Scheme, host (with port) and path; a `*` in the host can't swallow a slash, so it can't reach into the path. */
function splitUrl(url: string): [string, string, string] | undefined {
  const match = /^([^:/]+):\/\/([^/]+)(\/.*)?$/.exec(url);
  return match ? [match[1] as string, (match[2] as string).toLowerCase(), match[3] ?? '/'] : undefined;
}

/** Matches greedily from star to star: linear, so no pattern can make it slow. */
function wildcard(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces.shift() as string;
  if (pieces.length === 0) return text === first;
  const last = pieces.pop() as string;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at === -1 || at + piece.length > text.length - last.length) return false;
    from = at + piece.length;
  }
  return true;
}
