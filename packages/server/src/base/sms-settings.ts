/** Names of headers (RFC 9110, 5.1), and values without what could begin another one. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of a JSON object of texts, names in lower case; undefined for any other text. */
function parseHeaders(text: string): Record<string, string> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed)) {
    if (!NAME.test(name) || typeof value !== 'string' || !VALUE.test(value)) return undefined;
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

export function areHeaders(text: string): boolean {
  return parseHeaders(text) !== undefined;
}

/** The headers of a setting, which was judged when it was read. */
export function readHeaders(text: string): Record<string, string> {
  return parseHeaders(text) ?? {};
}

/**
 * Returns whether a template is an address over HTTPS, or over HTTP of exactly these three hosts, which is fewer than
 * `isLoopbackHost` takes: phone numbers and keys must not cross a network unencrypted.
 */
export function isProviderUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && loopback));
}
