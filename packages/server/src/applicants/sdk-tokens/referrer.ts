import { bounds } from '../../input-rules/bounds.ts';
import { form, text } from '../../input-rules/rule.ts';

/** Scheme and host may have wildcards; the host may be an IP address and have a port. No white space anywhere. */
const PATTERN =
  /^[a-z*][a-z0-9+.*-]*:\/\/(?:[a-z0-9*_-]+(?:\.[a-z0-9*_-]+)*\.?|\[[0-9a-f:.]+\])(?::(?:\d{1,5}|\*))?(?:\/[^\s\\]*)?$/i;

/**
 * The `referrer` of a new SDK token. An empty text is not a pattern: taken for an absent one, it would let every page use the token. A host
 * with letters of other alphabets is written as browsers send it, in Punycode.
 */
export const referrerPattern = text(
  bounds.url,
  form(PATTERN, 'must be a pattern of pages, such as https://*.example.com/*'),
);

/**
 * Returns whether the page of a `Referer` header is allowed by the pattern of an SDK token: `<scheme>://<host>/<path>` where `*`
 * matches any characters. A port and a trailing slash count, as they do for published clients.
 */
function referrerMatches(pattern: string, referrer: string | undefined): boolean {
  if (referrer === undefined) return false;
  const parts = splitUrl(pattern);
  const page = splitUrl(referrer.split(/[?#]/)[0] as string);
  if (!parts || !page) return false;
  return parts.every((part, i) => wildcard(part, page[i] as string));
}

/** The page of a request, as headers of the browser describe it. Clients that are not browsers send none of these headers. */
export interface Page {
  /** The `Origin` header. */
  readonly origin: string | undefined;
  /** The `Referer` header. */
  readonly referrer: string | undefined;
  /** True if the browser says that the page has the origin to which it sends the request (`Sec-Fetch-Site`). */
  readonly isSameOrigin: boolean;
}

/**
 * Returns whether a page may use an SDK token of this pattern. Requests across origins have an `Origin`, which must match scheme
 * and host; the path counts as far as the page lets its `Referer` show it, which by default is not at all.
 */
export function pageMatches(pattern: string, { origin, referrer }: Pick<Page, 'origin' | 'referrer'>): boolean {
  if (origin === undefined) return referrerMatches(pattern, referrer);
  const parts = splitUrl(pattern);
  const page = splitUrl(origin);
  if (!parts || !page || !wildcard(parts[0], page[0]) || !wildcard(parts[1], page[1])) return false;
  return referrer === undefined || splitUrl(referrer)?.[2] === '/' || referrerMatches(pattern, referrer);
}

/**
 * Scheme, host (with port) and path. A `*` in the host can't swallow a slash, so it can't reach into the path. It also excludes
 * characters that no browser writes into a host and that some read as its end.
 */
function splitUrl(url: string): [string, string, string] | undefined {
  const match = /^([^:/]+):\/\/([^/\\@%\s]+)(\/.*)?$/.exec(url);
  return match ? [(match[1] as string).toLowerCase(), (match[2] as string).toLowerCase(), match[3] ?? '/'] : undefined;
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
