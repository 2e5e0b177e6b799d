import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { suppressionReasons } from '../../reports/records/suppression.ts';
import { clearableKinds, clearResults, clearTogether } from '../../review/clear-together.ts';
import { Id } from '../common/schemas.ts';
import { Note } from '../operator/report-decision.ts';
import { RecordKey, written } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { ClaimedBy, PlaceParams, presentClaim } from './schemas.ts';

/** Reports of one request. */
const MOST_REPORTS = 50;

/** Hits and leaves of one report. */
const MOST_POINTS = 500;

const SeenReport = Type.Object({
  id: Id,
  hits: Type.Array(RecordKey, { maxItems: MOST_POINTS, description: 'All open hits of the report' }),
  leaves: Type.Array(Type.String(), {
    maxItems: MOST_POINTS,
    description: 'Paths of all leaves in doubt, without those that the hits decide',
  }),
});

const Cleared = Type.Object(
  {
    id: Id,
    result: stringEnum(clearResults, {
      description:
        '`decided`; `held`: waits for another member; `claimed`: another member works on it; `changed`: no longer waits as the member has seen it; `refused`: see `message`',
    }),
    claimed_by: ClaimedBy,
    message: NullableString,
  },
  { title: 'Cleared report' },
);

/** Decisions of a member on several reports at once. */
export function clearTogetherRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/accounts/:account/:environment/reports/clear',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Clears doubts of one kind in several reports as false positives: hits on lists, or data of one applicant. Each report is decided by itself, has its own result, and is left as it is unless it waits with exactly the points of the request.',
        params: PlaceParams,
        body: Type.Object({
          doubt: stringEnum(clearableKinds, { description: 'Kind of all doubts of the reports' }),
          reports: Type.Array(SeenReport, { minItems: 1, maxItems: MOST_REPORTS }),
          reason: Type.Optional(
            stringEnum(suppressionReasons, { description: 'Reason why the listed people are others; for `lists`' }),
          ),
          note: Type.String(Note),
        }),
        response: {
          200: Type.Object({
            batch: { ...Id, description: 'Id that the audit entries of the decisions share' },
            reports: Type.Array(Cleared),
          }),
        },
      },
    },
    async (request) => {
      const { doubt, reports, reason, note } = request.body;
      const asked = { doubt, reports, reason, note: written(note) };
      const cleared = await clearTogether(ctxOf(services, request), asked);
      return {
        batch: cleared.batch,
        reports: cleared.reports.map(({ claim, ...report }) => ({ ...report, claimed_by: presentClaim(claim) })),
      };
    },
  );
}
