import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';

/** Keeps a request that is answered, by its reply. */
export type KeepRequest = (reply: FastifyReply) => void;

/**
 * One line a request, at the level `debug`: the route's pattern instead of the path, so that neither ids nor what a
 * query holds get into the log. `keep` gets the requests with valid credentials of a client.
 */
export class RequestLog extends LogController {
  readonly #keep: KeepRequest | undefined;

  constructor(keep?: KeepRequest) {
    super({ disableRequestLogging: true });
    this.#keep = keep;
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (request.caller !== undefined) this.#keep?.(reply);
    if (!(request.log as Logger).isLevelEnabled('debug')) return;
    const { id, method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug(
      { reqId: id, method, route: routeOptions.url, status: reply.statusCode, ms, err: error ?? undefined },
      'answered',
    );
  }
}
