import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSecondsOrNull } from '../../base/clock.ts';
import { NullableInteger, NullableNumber, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { listChanges } from '../../insights/alerts/list.ts';
import { exportInsights } from '../../insights/days/export.ts';
import { breakdownDimensions, insightsOf } from '../../insights/days/read.ts';
import { NullableDateTime } from '../common/schemas.ts';
import { FigureChange, presentChange } from './figure-changes.ts';
import { ctxOf } from './gate.ts';
import { Day, dateOf, PeriodQuery, presentPeriod, sendPeriodFile, wantedPeriod } from './period.ts';
import { PlaceParams } from './schemas.ts';

const n = Type.Integer();

const figures = {
  reports: Type.Integer({ description: 'Reports that got their first result' }),
  clear: n,
  consider: n,
  unidentified: n,
  reviewed: Type.Integer({ description: 'Reports that have waited for a reviewer' }),
  pass_rate: { ...NullableNumber, description: 'Share of clear reports, 0 to 1; null without a report' },
  review_share: { ...NullableNumber, description: 'Share of reports that have waited for a reviewer, 0 to 1' },
  p50: {
    ...NullableInteger,
    description: 'Median of the seconds from creation to the first result, at most 4.5 % off',
  },
  p95: NullableInteger,
  reasons: Type.Array(Type.Object({ leaf: Type.String(), reports: n }), {
    description: 'Leaves that were not clear in reports that were not clear, most frequent first',
  }),
};

const Figures = Type.Object(figures);

const Insights = Type.Object(
  {
    from: Day,
    to: Day,
    counted_until: {
      ...NullableDateTime,
      description: 'Reports that ended until then are counted; null before the first count',
    },
    total: Figures,
    before: { ...Figures, description: 'The same number of days before the period' },
    days: Type.Array(Type.Object({ day: Day, ...figures })),
    groups: Type.Array(
      Type.Object({
        value: Type.String({ description: 'Empty where a report has no value' }),
        name: Type.String(),
        ...figures,
      }),
      { description: 'Figures by the chosen dimension, most reports first' },
    ),
    changes: Type.Array(FigureChange, { description: 'Sudden changes that began in the period, the latest first' }),
  },
  { title: 'Insights' },
);

const Query = Type.Object({
  ...PeriodQuery.properties,
  by: Type.Optional(stringEnum(breakdownDimensions)),
});

/** Figures of completed reports over a period. */
export function insightRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/insights',
    {
      config: { member: 'insights.see' },
      schema: {
        description:
          'Returns the figures of the reports that got their first result in a period, in total, by day and by one dimension. The ' +
          'service counts them every hour. Without `from` and `to` the period is the last 30 days.',
        params: PlaceParams,
        querystring: Query,
        response: { 200: Insights },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const period = wantedPeriod(ctx, request.query);
      const found = await insightsOf(ctx, period, request.query.by ?? 'report');
      return {
        ...presentPeriod(period),
        counted_until: isoSecondsOrNull(found.countedUntil),
        total: found.total,
        before: found.before,
        days: found.days.map(({ day, ...rest }) => ({ day: dateOf(day), ...rest })),
        groups: found.groups,
        changes: (await listChanges(ctx, period)).map(presentChange),
      };
    },
  );

  app.get(
    '/accounts/:account/:environment/insights/export',
    {
      config: { member: 'insights.see' },
      schema: {
        description: 'Exports the figures of a period as CSV.',
        params: PlaceParams,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const period = wantedPeriod(ctx, request.query);
      const csv = await exportInsights(ctx, period, request.query.by ?? 'report');
      return sendPeriodFile(reply, ctx, { name: 'insights', period, csv });
    },
  );
}
