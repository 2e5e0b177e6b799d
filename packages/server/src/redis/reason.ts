/** Reasons by the first word of a refusal of Redis, or by the code of an error of the network. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/, 'refuses the user or password. Correct --redis-url'],
  [
    /^NOPERM/,
    'does not let this user run what is needed. Allow +@all on the keys and channels that begin with bonafide',
  ],
  [/^OOM/, 'is full and refuses to write. Raise maxmemory'],
  [/^READONLY/, 'is a replica and refuses to write. Name the primary in --redis-url'],
  [/^MISCONF/, 'can not write its disk and refuses to write. Read its log'],
  [/^LOADING/, 'loads its data'],
  [/ECONNREFUSED/, 'refuses connections. Start it, or correct --redis-url'],
  [/ECONNRESET|EPIPE|closed unexpectedly/i, 'closed the connection. If it expects TLS, use rediss:// in --redis-url'],
  [/ENOTFOUND|EAI_AGAIN/, 'has a host name that does not resolve. Correct --redis-url'],
  [
    /CERT|self-signed|certificate|wrong version number/i,
    'has no valid TLS. Correct --redis-url, or set NODE_EXTRA_CA_CERTS',
  ],
  [/DB index is out of range/, 'has no database of that number. Correct --redis-url'],
];

/** The reason of an outage in words, which never contain a password: "refuses connections. Start it, …". */
export function reasonOf(error: unknown): string {
  const { message, code = '' } = error as Error & { code?: string };
  const text = message || code;
  const known = REASONS.find(([pattern]) => pattern.test(text) || pattern.test(code));
  if (known) return known[1];
  if (/[Cc]losed|destroy|[Dd]isconnect|timeout/.test(text)) return 'does not answer. Start it, or correct --redis-url';
  return text;
}
