import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import type { Session } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the sandbox keeps the answer of the request to itself. */
    unanswered: true | undefined;
  }
}

const FAULT_HEADER = 'bonafide-sandbox-fault';

/** Milliseconds that a request may be delayed, and until the connection of an unanswered one is closed. */
const LONGEST_MS = 60_000;

/**
 * Faults that a request of the sandbox asks for, so that clients can test how they handle them. In live the header means nothing: one
 * that was left in the code of a client never harms a person.
 */
export class SandboxFaults {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Applies to the routes that `instance` gets from now on; comes after what keeps answers, so that a lost answer was kept. */
  install(instance: FastifyInstance): void {
    instance.addHook('onRoute', (route) => {
      route.onSend = [
        ...[route.onSend ?? []].flat(),
        (request, reply, payload, done) => {
          if (request.unanswered) this.#closeLater(reply).then(() => done(null, payload));
          else done();
        },
      ];
    });
  }

  /**
   * Applies the fault that a request names, if it is one of the sandbox. Throws `internal_server_error`, `rate_limit`, and `bad_request`
   * for an unknown fault. Resolves once a delay is over.
   */
  apply(request: FastifyRequest, { ctx }: Session): void | Promise<void> {
    const fault = request.headers[FAULT_HEADER];
    if (fault === undefined || !ctx.sandbox) return;
    if (fault === '500') throw problem('internal_server_error');
    if (fault === '429') throw problem('rate_limit', { retryAfter: 1 });
    if (fault === 'timeout') {
      request.unanswered = true;
      return;
    }
    const delay = /^slow=(\d{1,5})$/.exec(String(fault))?.[1];
    if (delay === undefined || Number(delay) > LONGEST_MS) {
      throw problem('bad_request', {
        message: `Bonafide-Sandbox-Fault must be 500, 429, timeout or slow=<milliseconds up to ${LONGEST_MS}>`,
      });
    }
    return new Promise((resolve) => this.#services.clock.schedule(Number(delay), resolve));
  }

  /** Resolves when the client has given up, or its patience must end, with the connection closed. */
  #closeLater({ raw }: FastifyReply): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#services.clock.schedule(LONGEST_MS, () => raw.destroy());
      raw.once('close', () => {
        cancel();
        resolve();
      });
    });
  }
}
