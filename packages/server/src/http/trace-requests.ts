import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Span, type Tracing, within } from '../tracing/tracing.ts';

/**
 * Traces each request in a span, a child of the client's `traceparent`. Its name is the template of the route, so it holds no id and no
 * text of the client.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, is404, routeOptions } = request;
    const route = is404 ? 'unknown' : `${method} ${routeOptions.url}`;
    const attributes = { 'http.route': route, 'bonafide.request_id': request.id };
    const span = tracing.start(route, { kind: 'server', attributes, parent: String(headers.traceparent ?? '') });
    spans.set(request, span);
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span.fail();
      span.end();
    });
    within(span, done);
  });
  // The events by which a body arrives run in the context of their connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) within(span, done);
    else done();
  });
}
