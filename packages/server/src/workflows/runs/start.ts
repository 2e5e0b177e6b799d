import { v4 } from 'uuid';
import { getApplicant } from '../../applicants/get.ts';
import { keepRunTerms } from '../../applicants/search/keep.ts';
import { DAY_MS } from '../../base/clock.ts';
import { notFound, problem } from '../../base/errors.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { insertRun } from '../../store/queries/workflows.ts';
import { RUN_DAYS } from '../workflow.ts';
import { judgeInputs } from './inputs.ts';
import { advanceRun } from './progress.ts';
import { type Run, type RunFields, sealRun, tagMark } from './run.ts';
import { createStartTask } from './tasks.ts';

const UUID_BYTES = 16;

export interface NewRun {
  readonly workflowId: string;
  readonly applicantId: string;
  readonly fields: RunFields;
  /** Public id of the API token that asks. */
  readonly tokenId: string;
}

/**
 * Begins a run and continues it until a person is needed, in one transaction. Throws `resource_not_found` for the
 * workflow, `validation_error` for inputs that it does not accept, 404 or 410 for the applicant.
 */
export async function startRun(ctx: Ctx, { workflowId, applicantId, fields, tokenId }: NewRun): Promise<Run> {
  const { ids, workflows } = ctx.services;
  const workflow = workflows.get(workflowId.toLowerCase());
  if (!workflow) throw notFound('Workflow', workflowId);
  judgeInputs(workflow, fields.custom_data);
  await getApplicant(ctx, applicantId);
  return ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ ...trialLock(ctx), activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    const now = ctx.now();
    const run: Run = {
      ...fields,
      workflow,
      token_id: tokenId,
      output: null,
      reasons: [],
      error: null,
      check_id: null,
      ...(ctx.clock && { clock_id: ctx.clock.id }),
      // Version 4, which does not say when the run began.
      id: v4({ random: Buffer.from(ids.secret(UUID_BYTES), 'base64url') }),
      applicant_id: applicantId,
      created_at: now,
      updated_at: now,
      status: 'processing',
      expires_at: Math.min(
        now + (workflow.abandon_after_days ?? RUN_DAYS) * DAY_MS,
        fields.link.expires_at ?? Infinity,
      ),
    };
    const { id, status, expires_at } = run;
    const tags = fields.tags.map((tag) => ` ${tagMark(ctx, tag)} `).join('');
    const times = { created_at: now, updated_at: now, expires_at };
    await tx.run(insertRun, { id, applicant_id: applicantId, ...times, status, tags, data: sealRun(ctx, run) });
    await keepRunTerms(ctx, tx, run);
    await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: id, runAt: expires_at });
    await createStartTask(ctx, tx, run);
    return advanceRun(ctx, tx, run);
  });
}
