import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Every published version and the one whose routes serve it; a new one is a line here. */
const servedBy: Readonly<Record<string, string>> = {
  v1: 'v1',
  v2: 'v2',
  v3: 'v3.2',
  'v3.1': 'v3.2',
  'v3.2': 'v3.2',
  'v3.3': 'v3.2',
  'v3.4': 'v3.6',
  'v3.5': 'v3.6',
  'v3.6': 'v3.6',
};

/** The version of an answer to a path that names none. */
const LATEST = 'v3.6';

/** Where a request remembers the version that it asked for. */
const asked = Symbol('version');
type Versioned = IncomingMessage & { [asked]?: string };

/** The version at the head of a path, which clients may send as a whole address (RFC 9112, section 3.2.2). */
const VERSIONED_PATH = /^(?:https?:\/\/[^/?#]*)?\/+(v\d(?:\.\d+)?)(?=[/?]|$)/;

/** Sends `/v3.4/…` to the routes of the version that it behaves as; the request keeps what it asked for. */
export function routeVersion(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const match = VERSIONED_PATH.exec(url);
  const version = match?.[1];
  if (!match || version === undefined || !Object.hasOwn(servedBy, version)) return url;
  (request as Versioned)[asked] = version;
  return `/${servedBy[version]}${url.slice(match[0].length)}`;
}

/** Whether the request is for v3, of whichever published minor version. */
export function asksForV3(request: FastifyRequest): boolean {
  return (request.raw as Versioned)[asked]?.startsWith('v3') ?? false;
}

/** The version as it was asked for, `v2` or `v3.4`: what every href of the answer begins with. */
export function versionOf(request: FastifyRequest): string {
  return (request.raw as Versioned)[asked] ?? LATEST;
}
