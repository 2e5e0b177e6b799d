import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { DAY_MS, isoSeconds } from '../../base/clock.ts';
import { invalid, notFound } from '../../base/errors.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { hiddenAmong } from '../../review/second-looks/hidden.ts';
import { workflowOf } from '../../workflows/published.ts';
import { readSoundDraft } from '../../workflows/read-draft.ts';
import { type DryRun, dryRunPast } from '../../workflows/runs/dry-run.ts';
import { LongWalk } from '../../workflows/walk.ts';
import { decisions } from '../../workflows/workflow.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';
import { DRAFT_NAME, DraftFields } from './workflow-files.ts';

const DAYS = { default: 30, most: 365 } as const;

const Answer = Type.Object(
  {
    same: Type.Integer({ description: 'Runs that would end as they did' }),
    different: Type.Integer({ description: 'Runs that would end in another way' }),
    unknown: Type.Integer({ description: 'Runs that have no answer to a step' }),
    more: Type.Boolean({ description: 'True if older runs of these days were not compared' }),
    runs: Type.Array(
      Type.Object({
        id: Id,
        workflow_version_id: Type.Integer(),
        created_at: DateTime,
        before: stringEnum(decisions),
        after: nullableEnum(decisions, { description: 'Null if an answer is missing' }),
        reason: NullableString,
        missing: Type.Array(Type.String(), { description: 'Names of steps, and inputs such as start.plan' }),
      }),
      { description: 'Runs that would end in another way, or have no answer to a step, newest first' },
    ),
  },
  { title: 'Dry run of a workflow' },
);

const isSame = ({ before, after }: DryRun) => 'outcome' in after && after.outcome === before;

const present = ({ run, before, after }: DryRun) => ({
  id: run.id,
  workflow_version_id: run.workflow.version,
  created_at: isoSeconds(run.created_at),
  before,
  after: 'outcome' in after ? after.outcome : null,
  reason: 'outcome' in after ? after.reason : null,
  missing: 'missing' in after ? [...after.missing] : [],
});

/** Tries a text of a workflow on the runs that have ended. */
export function workflowDryRunRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/accounts/:account/:environment/workflow_files/:id/dry_run',
    {
      // Conditions on outputs ask about applicants.
      config: { member: 'data.see' },
      schema: {
        description:
          'Compares how the newest 200 runs of a workflow have ended with how they would have ended with the workflow in a text. Stores and sends nothing.',
        params: PlacedParams,
        body: Type.Object({
          ...DraftFields,
          days: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: DAYS.most,
              description: `Age of the oldest run. Default: ${DAYS.default}`,
            }),
          ),
        }),
        response: { 200: Answer },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const { text, name = DRAFT_NAME, days = DAYS.default } = request.body;
      if (!(await workflowOf(ctx, id))) throw notFound('Workflow', id);
      const draft = await readSoundDraft(services.workflowFiles, text, name);
      await recordAudit(ctx, { action: 'workflow_dry_run', object_id: id, details: { days } });
      const { runs: past, more } = await tried(() => dryRunPast(ctx, draft, id, ctx.now() - days * DAY_MS));
      const hidden = await hiddenAmong(
        ctx,
        'workflow_runs',
        past.map(({ run }) => run.id),
      );
      const runs = past.filter(({ run }) => !hidden.has(run.id));
      const different = runs.filter((run) => 'outcome' in run.after && !isSame(run));
      const unknown = runs.filter(({ after }) => 'missing' in after);
      return {
        same: runs.length - different.length - unknown.length,
        different: different.length,
        unknown: unknown.length,
        more,
        runs: runs.filter((run) => !isSame(run)).map(present),
      };
    },
  );
}

/** Does a dry run. Throws `validation_error` at `text` for loops that take too long. */
async function tried<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof LongWalk) throw invalid({ text: ['has loops within loops that take too many steps'] });
    throw error;
  }
}
