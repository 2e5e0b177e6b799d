import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';

/**
 * One line a request, at the level `debug`: the route's pattern instead of the path, so that neither ids nor what a
 * query holds get into the log.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!(request.log as Logger).isLevelEnabled('debug')) return;
    const { id, method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug(
      { reqId: id, method, route: routeOptions.url, status: reply.statusCode, ms, err: error ?? undefined },
      'answered',
    );
  }
}
