import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { NullableInteger, NullableNumber, NullableString, stringEnum } from '../../base/json-schema.ts';
import type { MemberAction } from '../../context/permissions.ts';
import { recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { exportQuality } from '../../insights/quality/export.ts';
import { qualityOf } from '../../insights/quality/read.ts';
import { ctxOf } from './gate.ts';
import { Day, dateOf, PeriodQuery, presentPeriod, sendPeriodFile, wantedPeriod } from './period.ts';
import { PlaceParams } from './schemas.ts';

const figures = {
  decisions: Type.Integer({ description: 'Reports that a person decided. A person counts once for each report' }),
  ended: Type.Integer({ description: 'Decisions that ended the report' }),
  overturned: Type.Integer({ description: 'Decisions that ended a report which was overturned later' }),
  clear_share: {
    ...NullableNumber,
    description: 'Share of clear results among decisions that ended the report, 0 to 1',
  },
  overturned_share: { ...NullableNumber, description: 'Share of overturned decisions among these, 0 to 1' },
  p50: {
    ...NullableInteger,
    description: 'Median of the seconds from claim to decision, of decisions by members who had claimed the report',
  },
  p90: NullableInteger,
  looks: Type.Integer({
    description: 'Second looks that were given in the period at these decisions, whenever they were made',
  }),
  agreed: Type.Integer({ description: 'Second looks with the same result and sub-result as the decision' }),
  agreement: { ...NullableNumber, description: 'Share of second looks that agree, 0 to 1' },
  agreement_low: { ...NullableNumber, description: 'Lower bound of the 95 % Wilson score interval of the share' },
  agreement_high: { ...NullableNumber, description: 'Upper bound of the interval' },
};

const Quality = Type.Object(
  {
    from: Day,
    to: Day,
    total: Type.Object(figures),
    days: Type.Array(Type.Object({ day: Day, ...figures })),
    people: Type.Array(
      Type.Object({
        kind: stringEnum(['member', 'operator', 'token', 'sdk', 'system']),
        id: Type.String(),
        name: { ...NullableString, description: 'Name of a member; null for operator keys' },
        ...figures,
      }),
      { description: 'Figures by person, most decisions first' },
    ),
    reports: Type.Array(Type.Object({ report: Type.String(), ...figures }), {
      description: 'Figures by report type, most decisions first',
    }),
  },
  { title: 'Quality of decisions' },
);

interface Scope {
  readonly path: string;
  readonly member: MemberAction;
  readonly about: string;
  /** Principal whose decisions count, as `recordOf` writes it; undefined for all. */
  readonly by: (request: FastifyRequest) => string | undefined;
}

const scopes: readonly Scope[] = [
  { path: 'quality', member: 'quality.see', about: 'of all reviewers', by: () => undefined },
  {
    path: 'quality/own',
    member: 'report.decide',
    about: 'of the member who asks',
    by: ({ principal }) => recordOf(principal),
  },
];

/** Figures of the decisions of reviewers over a period. */
export function qualityRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  for (const { path, member, about, by } of scopes) {
    const url = `/accounts/:account/:environment/${path}`;
    app.get(
      url,
      {
        config: { member },
        schema: {
          description: `Returns the figures of the decisions ${about} in a period. Without \`from\` and \`to\` the period is the last 30 days.`,
          params: PlaceParams,
          querystring: PeriodQuery,
          response: { 200: Quality },
        },
      },
      async (request) => {
        const ctx = ctxOf(services, request);
        const period = wantedPeriod(ctx, request.query);
        const { days, ...found } = await qualityOf(ctx, period, by(request));
        return {
          ...presentPeriod(period),
          days: days.map(({ day, ...rest }) => ({ day: dateOf(day), ...rest })),
          ...found,
        };
      },
    );
    app.get(
      `${url}/export`,
      {
        config: { member },
        schema: {
          description: `Exports the figures of the decisions ${about} in a period as CSV.`,
          params: PlaceParams,
          querystring: PeriodQuery,
        },
      },
      async (request, reply) => {
        const ctx = ctxOf(services, request);
        const period = wantedPeriod(ctx, request.query);
        const csv = await exportQuality(ctx, period, by(request));
        return sendPeriodFile(reply, ctx, { name: 'quality', period, csv });
      },
    );
  }
}
