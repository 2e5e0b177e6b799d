import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordOpening } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { rescreen } from '../../screening/watchlists/rescreen.ts';
import { DateTime, Id } from '../common/schemas.ts';

/** Reports that a request looks at: each takes a search. */
const MOST = 200;

const Report = Type.Object(
  {
    account_id: Id,
    report_id: Id,
    check_id: Id,
    applicant_id: Id,
    name: Type.String(),
    completed_at: DateTime,
    complete: Type.Boolean({ description: 'False if the search used up its budget; hits may then be missing' }),
    hits: Type.Array(
      Type.Object({
        list: Type.String(),
        source_id: Type.String(),
        score: Type.Number(),
        verdict: Type.String({ description: 'match or possible' }),
      }),
    ),
  },
  { title: 'Clear report that would have hits today' },
);

/** Lists the clear reports that would have hits today. */
export function rescreenRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).post(
    '/watchlists/rescreen',
    {
      schema: {
        description:
          'Searches for the applicants of completed clear live watchlist reports again, with the lists and thresholds ' +
          'of today. No check is created.',
        body: Type.Object({
          since: Type.Optional(Type.String({ format: 'date', description: 'First completion date of the reports' })),
          after: Type.Optional(Type.String({ description: '`next` of the previous answer' })),
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: MOST, description: 'Number of reports to examine' }),
          ),
        }),
        response: {
          200: Type.Object({
            reports: Type.Array(Report),
            examined: Type.Integer({ description: 'Number of examined reports' }),
            next: NullableString,
          }),
        },
      },
    },
    async ({ body: { since, after = '', limit = MOST }, principal }) => {
      const from = since === undefined ? 0 : instantOf(since);
      const page = await rescreen(services, { since: from, after, limit }, principal);
      const entry = {
        action: 'watchlists_rescreened',
        object_id: 'watchlists',
        details: { ids: page.reports.map(({ report_id: id }) => id) },
      } as const;
      await recordOpening(services, { ...entry, principal });
      return {
        ...page,
        reports: page.reports.map(({ completed_at, hits, ...report }) => ({
          ...report,
          completed_at: isoSeconds(completed_at),
          hits: hits.map(({ list, record: { source_id }, hit: { score, verdict } }) => ({
            list,
            source_id,
            score,
            verdict,
          })),
        })),
      };
    },
  );
}
