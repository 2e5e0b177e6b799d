import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import { typedIn } from './body.ts';
import { CAPTURED } from './mount.ts';
import type { Visit } from './visit.ts';

/** A page's claim about its SDK's captures; the media came by the uploads of the SDK and exist already. */
export interface Captured {
  readonly ids: readonly string[];
  /** Task that the page was opened for. */
  readonly task: string;
}

/** Takes over from the SDK of the page at `path`. `then` judges the ids, which any client may have written, and continues. */
export function capturedRoute<V extends Visit>(
  instance: FastifyInstance,
  { path, config = {} }: { path: string; config?: FastifyContextConfig },
  then: (reply: FastifyReply, visit: V, captured: Captured) => Promise<FastifyReply>,
): void {
  instance.post(`/${path}/${CAPTURED}`, { config }, (request, reply) => {
    const { media = '', task = '' } = typedIn(request);
    return then(reply, request.visit as V, { ids: media.split(' ').filter(Boolean), task });
  });
}
