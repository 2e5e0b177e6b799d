import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What a minor version of v3 does differently: the whole difference of the faces, as section 9 of the document has it. */
export interface Behaviour {
  /** Path segment under which its routes are registered. */
  readonly path: string;
  readonly generation: '3.2' | '3.6';
  /** `location`, `phone_number` and `consents` of applicants, and `location` of documents. */
  readonly location: boolean;
  /** `validate_image_quality` needs the feature of the account. */
  readonly imageQualityFeature: boolean;
  /** Webhooks have a payload version, a name and OAuth settings. */
  readonly webhookOptions: boolean;
}

export const v32: Behaviour = {
  path: 'v3.2',
  generation: '3.2',
  location: false,
  imageQualityFeature: false,
  webhookOptions: false,
};

export const v36: Behaviour = {
  path: 'v3.6',
  generation: '3.6',
  location: true,
  imageQualityFeature: true,
  webhookOptions: true,
};

export const behaviours = [v32, v36] as const;

/** Every published minor version and the one that it behaves as; a new one is a line here. */
const minorVersions: Readonly<Record<string, Behaviour>> = {
  v3: v32,
  'v3.1': v32,
  'v3.2': v32,
  'v3.3': v32,
  'v3.4': v36,
  'v3.5': v36,
  'v3.6': v36,
};

/** Where a request remembers the version that it asked for. */
const asked = Symbol('minor version');
type Versioned = IncomingMessage & { [asked]?: string };

/** The version at the head of a path, which clients may send as a whole address (RFC 9112, section 3.2.2). */
const VERSIONED_PATH = /^(?:https?:\/\/[^/?#]*)?\/+(v3(?:\.\d+)?)(?=[/?]|$)/;

/** Sends `/v3.4/…` to the routes of the version that it behaves as; the request keeps what it asked for. */
export function routeMinorVersion(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const match = VERSIONED_PATH.exec(url);
  const behaviour = match && minorVersions[match[1] as string];
  if (!match || !behaviour) return url;
  (request as Versioned)[asked] = match[1];
  return `/${behaviour.path}${url.slice(match[0].length)}`;
}

/** Whether the request is for v3, of whichever published minor version. */
export function asksForV3(request: FastifyRequest): boolean {
  return (request.raw as Versioned)[asked] !== undefined;
}

/** The version as it was asked for, `v3.4`: what every href of the answer begins with. */
export function minorVersionOf(request: FastifyRequest): string {
  return (request.raw as Versioned)[asked] ?? v36.path;
}
