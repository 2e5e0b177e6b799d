import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Version, Versions } from '../../base/versions.ts';

/** Key under which a request keeps its version: the version in its path, and the version that answers. */
const askedVersion = Symbol('asked version');
const answering = Symbol('answering version');
type Versioned = IncomingMessage & { [askedVersion]?: Version | undefined; [answering]: Version };

/** The version at the head of a path, which clients may send as a whole address (RFC 9112, section 3.2.2). */
const VERSIONED_PATH = /^(?:https?:\/\/[^/?#]*)?\/+(v\d(?:\.\d+)?)(?=[/?]|$)/;

/** Rewrites `/v3.4/…` to the routes that serve the version, and keeps with the request which version it asked for. */
export function versionRouter(versions: Versions): (request: IncomingMessage) => string {
  return (request) => {
    const url = request.url ?? '/';
    const match = VERSIONED_PATH.exec(url);
    const version = match ? versions.named(match[1]!) : undefined;
    (request as Versioned)[askedVersion] = version;
    (request as Versioned)[answering] = version ?? versions.latest;
    return version ? `/${version.routes}${url.slice(match![0].length)}` : url;
  };
}

/** Returns whether the path of a request names v3 or one of its minor versions. */
export function asksForV3(request: FastifyRequest): boolean {
  return (request.raw as Versioned)[askedVersion]?.generation === 3;
}

/** The version in the path of a request; undefined where it names none. */
export function requestedVersion(request: FastifyRequest): Version | undefined {
  return (request.raw as Versioned)[askedVersion];
}

/** The version that a request asked for, whose name begins every href of the answer; the latest where its path names none. */
export function versionOf(request: FastifyRequest): Version {
  return (request.raw as Versioned)[answering];
}
