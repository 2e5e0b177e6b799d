import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { ctxIn } from '../../core/accounts/ctx-of.ts';
import { listAudit } from '../../core/audit/audit.ts';
import type { Services } from '../../core/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { AccountParams, Environment, RecordedPrincipal } from './schemas.ts';

const Entry = Type.Object(
  {
    id: Id,
    at: DateTime,
    actor: RecordedPrincipal,
    action: Type.String({ description: 'crop_opened' }),
    object_id: Id,
    part: Type.String(),
  },
  { title: 'Audit entry' },
);

/** Who opened what was uploaded. */
export function auditRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/audit_entries',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ audit_entries: Type.Array(Entry) }) },
      },
    },
    async (request, reply) => {
      const { environment = 'live' } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { entries, total } = await listAudit(ctx, pageOf(request));
      reply.header('x-total-count', String(total));
      return { audit_entries: entries.map((entry) => ({ ...entry, at: isoSeconds(entry.at) })) };
    },
  );
}
