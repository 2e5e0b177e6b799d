/** Protocols of an address of Redis: plain TCP, and TLS. */
const PROTOCOLS = ['redis:', 'rediss:'];

/** Returns whether a text is `redis://[user[:password]@]host[:port][/database]`, or the same with `rediss`. */
export function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  if (!PROTOCOLS.includes(protocol) || hostname === '' || search !== '' || hash !== '') return false;
  return /^\/?\d{0,4}$/.test(pathname) && isEncoded(username) && isEncoded(password);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Host, port and database of an address of Redis, without user and password. */
export function redisPlace(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const database = pathname.slice(1);
  return `${hostname}:${port || '6379'}${database === '' ? '' : ` (database ${database})`}`;
}
