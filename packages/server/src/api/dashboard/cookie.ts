import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookies of the dashboard. Their prefix keeps other hosts from setting them (RFC 6265bis, section 4.1.3.2); a browser takes that
 * over HTTPS alone, so plain HTTP on loopback has other names.
 */
const SECURE_PREFIX = '__Host-';
const SESSION = 'bonafide';
const DEVICE = 'bonafide-device';
const OPENID = 'bonafide-openid';

/** Seconds that a person has for the page of the OpenID provider. */
const OPENID_SECONDS = 300;

/** Seconds that a browser is known again: the longest that browsers keep a cookie (RFC 6265bis, section 5.5). */
const DEVICE_SECONDS = 400 * 86_400;

/** 128 bits. */
const DEVICE_BYTES = 16;

const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';
const nameOf = (request: FastifyRequest, name: string): string => (isSecure(request) ? SECURE_PREFIX + name : name);

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const cookieName = nameOf(request, name);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === cookieName && value) return value;
  }
  return undefined;
}

function cookieOf(request: FastifyRequest, name: string, value: string): string {
  const secure = isSecure(request) ? '; Secure' : '';
  return `${nameOf(request, name)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** The secret of the session that a request carries. */
export const sessionSecret = (request: FastifyRequest): string | undefined => readCookie(request, SESSION);

/** Device of a request. `browser` is the cookie by which a browser is recognised, made up for a new one. */
export function deviceOf(request: FastifyRequest) {
  const known = readCookie(request, DEVICE) ?? '';
  const browser = /^[\w-]{22}$/.test(known) ? known : randomBytes(DEVICE_BYTES).toString('base64url');
  return { userAgent: request.headers['user-agent'] ?? '', address: request.ip, browser };
}

/** Gives the browser the secret of a session, which it forgets when it is closed, and the secret by which the service recognises the browser later. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  { browser }: { readonly browser: string },
): void {
  reply.header('set-cookie', [
    `${cookieOf(request, DEVICE, browser)}; Max-Age=${DEVICE_SECONDS}`,
    cookieOf(request, SESSION, secret),
  ]);
}

/** Takes the secret from the browser. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${cookieOf(request, SESSION, '')}; Max-Age=0`);
}

/** State that the browser keeps while its person is at the OpenID provider. `Lax`: the way back comes from another site. */
export const keptCookie = (request: FastifyRequest): string | undefined => readCookie(request, OPENID);

export function setKeptCookie(request: FastifyRequest, reply: FastifyReply, kept: string): void {
  const cookie = cookieOf(request, OPENID, kept).replace('SameSite=Strict', 'SameSite=Lax');
  reply.header('set-cookie', `${cookie}; Max-Age=${kept === '' ? 0 : OPENID_SECONDS}`);
}
