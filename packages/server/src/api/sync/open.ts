import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Services } from '../../context/services.ts';
import { answerHeaders } from '../../http/answer-headers.ts';
import { transportOf } from '../../http/transport.ts';
import type { Sockets } from './sockets.ts';

/** Older SDKs ask at the first, later ones at the second (contract 14.5). */
const PATH = /^\/+v[23]\/socket\.io\/?(?:\?|$)/;

export interface Sync {
  /** Answers the request if it is one of a sync socket, and returns whether it was. */
  request(req: IncomingMessage, res: ServerResponse): boolean;
  /** Takes the connection if it should become a sync socket, and returns whether it was. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * The sockets over which a desktop continues on a phone, see `openSockets`. Their library takes 14 MB and a fifth of a
 * second to load, so it is loaded with the first of them.
 */
export function openSync(services: Services): Sync {
  const { trustedProxies, mode } = services.settings;
  const rules = { trustedProxies, development: mode === 'development' };
  const headers = Object.entries(answerHeaders(mode));
  const isOurs = (req: IncomingMessage) => PATH.test(req.url ?? '') && transportOf(req, rules) === 'ok';

  let opened: Promise<Sockets> | undefined;
  let closed = false;
  async function sockets(): Promise<Sockets | undefined> {
    opened ??= import('./sockets.ts').then(({ openSockets }) => openSockets(services));
    const ready = await opened;
    return closed ? undefined : ready;
  }

  return {
    request(req, res) {
      if (!isOurs(req)) return false;
      for (const [name, value] of headers) res.setHeader(name, value);
      sockets().then(
        (ready) => (ready ? ready.request(req, res) : res.destroy()),
        () => res.destroy(),
      );
      return true;
    },
    upgrade(req, socket, head) {
      if (!isOurs(req)) return false;
      // Until the library listens nobody does, and an error without a listener would end the process.
      const ignore = () => {};
      socket.on('error', ignore);
      sockets()
        .then(
          (ready) => (ready ? ready.upgrade(req, socket, head) : socket.destroy()),
          () => socket.destroy(),
        )
        .finally(() => socket.off('error', ignore));
      return true;
    },
    async close() {
      closed = true;
      await (await opened)?.close();
    },
  };
}
