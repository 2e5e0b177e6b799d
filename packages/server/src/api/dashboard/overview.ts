import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableInteger, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { listChanges } from '../../insights/alerts/list.ts';
import { periodOf } from '../../insights/days/read.ts';
import { ageOfQueue, checksByDay, failedByDay, refusedByDay, timeToResult } from '../../insights/overview.ts';
import { expiringCertificates, failingWebhooks, outdatedLists, toDoKinds } from '../../insights/to-do.ts';
import { refusalReasons } from '../../media/refused.ts';
import { countQueue } from '../../review/queue.ts';
import { NullableDateTime } from '../common/schemas.ts';
import { FigureChange, presentChange } from './figure-changes.ts';
import { ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

/** Days of the plots. */
const DAYS = 30;

/** Days for which a sudden change is shown. */
const CHANGE_DAYS = 8;

const day = { day: Type.String({ description: 'YYYY-MM-DD, in UTC' }) };
const n = Type.Integer();
const days = (properties: Record<string, ReturnType<typeof Type.Integer>>, description: string) =>
  Type.Array(Type.Object({ ...day, ...properties }), {
    description: `${description}. The last ${DAYS} days, the earliest first`,
  });

const Overview = Type.Object(
  {
    waiting: Type.Object({
      reports: n,
      by_report: Type.Record(Type.String(), n),
      oldest_at: NullableDateTime,
      by_age: Type.Array(
        Type.Object({ from: Type.Integer({ description: 'Minutes' }), to: NullableInteger, reports: n }),
        { description: 'Number of reports by waiting time; the last group has no end' },
      ),
    }),
    checks_by_day: days({ clear: n, consider: n, other: n }, 'Checks by their result; `other`: without one'),
    time_to_result: Type.Array(Type.Object({ ...day, reports: n, p50: NullableInteger, p95: NullableInteger }), {
      description:
        'Seconds from the creation of a report to its end, by the day of its creation; null where none has ended',
    }),
    refused_uploads: days(
      Object.fromEntries(refusalReasons.map((reason) => [reason, n])),
      'Applicants whose uploads were refused for the first time for a reason: the SDK token is of another applicant, or names other ' +
        'pages (`origin`); the file has a wrong format, a wrong size, is unreadable, or its picture failed a check of its quality',
    ),
    failed_deliveries: days({ failed: n }, 'Deliveries that were given up, by the day on which they were queued'),
    figure_changes: Type.Array(FigureChange, {
      description: `Sudden changes of figures that began in the last ${CHANGE_DAYS} days; empty for members who may not see insights`,
    }),
    to_do: Type.Array(
      Type.Object({
        kind: stringEnum(toDoKinds),
        name: Type.String({ description: 'Name of the webhook, of the list, or of the setting of the certificate' }),
        count: {
          ...NullableInteger,
          description: 'Number of failures among the latest 100 deliveries, or days since the list was confirmed',
        },
        at: { ...NullableDateTime, description: 'Expiry time of the certificate' },
      }),
      { description: 'Tasks that the member may see' },
    ),
  },
  { title: 'Overview' },
);

const dated = <T extends { readonly day: number }>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, day: isoSeconds(row.day).slice(0, 10) }));

/** Volumes, results, times and what needs attention. */
export function overviewRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/:environment/overview',
    { config: { member: 'states.see' }, schema: { params: PlaceParams, response: { 200: Overview } } },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { place } = request;
      const [waiting, byAge, checks, times, refused, failed] = await Promise.all([
        ...([countQueue(ctx), ageOfQueue(ctx), checksByDay(ctx, DAYS), timeToResult(ctx, DAYS)] as const),
        ...([refusedByDay(ctx, DAYS), failedByDay(ctx, DAYS)] as const),
      ]);
      const period = periodOf(ctx, {});
      const changes = place.may('insights.see')
        ? await listChanges(ctx, { first: period.last - CHANGE_DAYS + 1, last: period.last })
        : [];
      const toDo = [
        ...(place.may('integration.see') ? await failingWebhooks(ctx) : []),
        ...(place.may('screening.see') && !ctx.sandbox ? await outdatedLists(services) : []),
        ...(place.may('settings.see') ? await expiringCertificates(services) : []),
      ];
      return {
        waiting: {
          reports: waiting.total,
          by_report: waiting.byName,
          by_age: byAge,
          oldest_at: isoSecondsOrNull(waiting.oldest),
        },
        checks_by_day: dated(checks),
        time_to_result: dated(times),
        refused_uploads: dated(refused),
        failed_deliveries: dated(failed),
        figure_changes: changes.map(presentChange),
        to_do: toDo.map(({ at, ...task }) => ({ ...task, at: isoSecondsOrNull(at) })),
      };
    },
  );
}
