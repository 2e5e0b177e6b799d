import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../context/services.ts';
import type { RevealingKind } from '../../review/second-looks/hidden.ts';
import { refuseHidden } from '../../review/second-looks/refuse.ts';
import { ctxOf } from './gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of an object reveals no decision that is hidden from the member. */
    hidesDecision?: true;
  }
}

const kinds: ReadonlySet<string> = new Set<RevealingKind>(['applicants', 'checks', 'reports', 'workflow_runs']);

const OBJECT = /\/accounts\/:account\/:environment\/(\w+)\/:id(?:\/|$)/;

/**
 * Refuses routes of an applicant, check, report or workflow run that would reveal a decision which is hidden from the member: a report
 * waits for a second look that the member may give. Throws `second_look_waits`. What a GET answers is checked again after it was read, for a
 * decision that was made meanwhile.
 */
export function hideDecisions(instance: FastifyInstance, services: Services): void {
  const refuse = async (request: FastifyRequest) => {
    const { config, url = '' } = request.routeOptions;
    const [, kind = ''] = OBJECT.exec(url) ?? [];
    if (config.hidesDecision || !kinds.has(kind)) return;
    const { id } = request.params as { id: string };
    await refuseHidden(ctxOf(services, request), kind as RevealingKind, id);
  };
  instance.addHook('preHandler', refuse);
  instance.addHook('preSerialization', async (request, reply) => {
    if (request.method === 'GET' && reply.statusCode === 200) await refuse(request);
  });
}
