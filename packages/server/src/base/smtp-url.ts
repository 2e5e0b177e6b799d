import { isLoopbackAddress } from './loopback.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else the server is asked for STARTTLS where it offers that. */
  readonly secure: boolean;
  /** Requires TLS; without it nothing is sent, because a password must not cross the network in the clear. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/** Ports on which mail is submitted (RFC 6409) and submitted over TLS (RFC 8314). */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * The server that `smtp://[user:password@]host[:port]`, or the same with `smtps`, names; user and password are percent
 * encoded. Undefined for any other text.
 */
export function smtpServer(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const fallback = PORTS[protocol];
  const more = [pathname === '/' ? '' : pathname, search, hash].join('');
  if (fallback === undefined || hostname === '' || port === '0' || more !== '') return undefined;
  const auth = credentials(username, password);
  if (auth === undefined) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = protocol === 'smtps:';
  return {
    host,
    port: port === '' ? fallback : Number(port),
    secure,
    requireTls: !secure && auth !== null && !(host === 'localhost' || isLoopbackAddress(host)),
    auth,
  };
}

/** Null for none; undefined for a user without a password or the reverse, and for invalid percent encoding. */
function credentials(username: string, password: string): SmtpServer['auth'] | undefined {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
