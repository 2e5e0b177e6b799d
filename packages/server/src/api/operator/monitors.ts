import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordChange } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { getAccount } from '../../context/account-facts.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { changeSandboxMatch, sandboxChanges } from '../../monitors/change-in-sandbox.ts';
import { listMonitors } from '../../monitors/list.ts';
import { type Monitor, monitoredReports } from '../../monitors/monitor.ts';
import { sweepProgress } from '../../monitors/progress.ts';
import { resweep } from '../../screening/queue-sweeps.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { AccountParams, Environment, ObjectParams } from './schemas.ts';

export const MonitorBody = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    report_name: stringEnum(monitoredReports),
    created_at: DateTime,
    deleted_at: NullableDateTime,
    screened_set: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description:
        'Number of the set of watchlists that was last searched for this monitor; null before its first check ends, -1 before a requested search',
    }),
  },
  { title: 'MonitorState' },
);

export const Progress = Type.Object({
  set: Type.Integer({ description: 'Number of the active set; 0 if no list is loaded' }),
  monitors: Type.Integer({ description: 'Active monitors' }),
  searched: Type.Integer({ description: 'Number of monitors that were searched for in the active set' }),
});

export const presentMonitor = ({ id, applicant_id, report_name, created_at, deleted_at, screened_set }: Monitor) => ({
  id,
  applicant_id,
  report_name,
  screened_set,
  created_at: isoSeconds(created_at),
  deleted_at: isoSecondsOrNull(deleted_at),
});

/** Monitors of an account, how far their sweep has come, and what the sandbox has in the place of lists. */
export function monitorRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/monitors',
    {
      schema: {
        description: 'Monitors, newest first, and how many were searched for since the watchlists changed.',
        params: AccountParams,
        querystring: Type.Object({
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Monitors per page, at most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ progress: Progress, monitors: Type.Array(MonitorBody) }) },
      },
    },
    async (request, reply) => {
      const { environment = 'live' } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { monitors, total } = await listMonitors(ctx, { ...pageOf(request), includeDeleted: true });
      reply.header('x-total-count', String(total));
      return { progress: await sweepProgress(ctx), monitors: monitors.map(presentMonitor) };
    },
  );

  app.post(
    '/accounts/:account/monitors/sweep',
    {
      schema: {
        description: 'Queues a search of the active watchlists for every monitored applicant of live.',
        params: AccountParams,
        response: { 202: Type.Object({ progress: Progress }) },
      },
    },
    async ({ principal, params: { account } }, reply) => {
      await getAccount(services, account);
      await services.store.transaction(async (tx) => {
        await resweep(services, tx, account);
        const entry = { action: 'monitors_swept', object_id: account, environment: 'live' } as const;
        recordChange(services, tx, { ...entry, accountId: account, principal });
      });
      return reply.code(202).send({ progress: await sweepProgress(await ctxIn(services, principal, account, 'live')) });
    },
  );

  app.post(
    '/accounts/:account/monitors/:id/matches',
    {
      schema: {
        description:
          'Sandbox only: adds a match, changes the record of the oldest one, or removes that, as a change of a list does in live.',
        params: ObjectParams,
        body: Type.Object({
          change: stringEnum(sandboxChanges),
          environment: Type.Optional({ ...Environment, default: 'sandbox' }),
        }),
        response: {
          200: Type.Object({ matches: Type.Array(Type.Object({ id: Id, enabled: Type.Boolean() })) }),
        },
      },
    },
    async ({ principal, params: { account, id }, body: { change, environment = 'sandbox' } }) => {
      const ctx = await ctxIn(services, principal, account, environment);
      const matches = await changeSandboxMatch(ctx, id, change);
      return { matches: matches.map((match) => ({ id: match.id, enabled: match.enabled })) };
    },
  );
}
