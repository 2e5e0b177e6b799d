import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { hiddenReports, type RevealingKind } from '../../review/second-looks/hidden.ts';
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
 * waits for a second look that the member may give. Throws `second_look_waits`.
 */
export function hideDecisions(instance: FastifyInstance, services: Services): void {
  instance.addHook('preHandler', async (request) => {
    const { config, url = '' } = request.routeOptions;
    const [, kind = ''] = OBJECT.exec(url) ?? [];
    if (config.hidesDecision || !kinds.has(kind)) return;
    const { id } = request.params as { id: string };
    const hidden = await hiddenReports(ctxOf(services, request), kind as RevealingKind, [id]);
    if (hidden.length > 0) throw problem('second_look_waits');
  });
}
