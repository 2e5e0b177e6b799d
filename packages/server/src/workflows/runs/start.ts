import { v4 } from 'uuid';
import { getApplicant } from '../../applicants/get.ts';
import { keepRunTerms } from '../../applicants/search/keep.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { DAY_MS } from '../../base/clock.ts';
import { notFound, problem } from '../../base/errors.ts';
import { trialLock } from '../../checks/validate.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { findRun, insertRun } from '../../store/queries/workflows.ts';
import type { ScopedTx } from '../../store/store.ts';
import { workflowOf } from '../published.ts';
import { RUN_DAYS } from '../workflow.ts';
import { judgeInputs } from './inputs.ts';
import { advanceRun } from './progress.ts';
import { type Run, type RunFields, sealRun, tagMark, toRun } from './run.ts';
import { createStartTask } from './tasks.ts';

const UUID_BYTES = 16;

export interface NewRun {
  readonly workflowId: string;
  readonly applicantId: string;
  readonly fields: RunFields;
  /** Public id of the API token, or the member, that asks. */
  readonly tokenId: string;
  /** Id that the caller has derived from its own data: the run starts once, and later calls return the existing run. Default: a random id. */
  readonly id?: string;
  /** Locks that `also` needs besides the applicant's. */
  readonly locks?: { readonly account: string };
  /** Writes more in the transaction that starts the run; its error undoes both. */
  also?(tx: ScopedTx, run: Run): Promise<void>;
}

/**
 * Begins a run and continues it until a person is needed, in one transaction. Throws `resource_not_found` for the
 * workflow, `validation_error` for inputs that it does not accept, 404 or 410 for the applicant.
 */
export async function startRun(ctx: Ctx, input: NewRun): Promise<Run> {
  const { workflowId, applicantId, fields, tokenId } = input;
  const { ids } = ctx.services;
  const workflow = await workflowOf(ctx, workflowId.toLowerCase());
  if (!workflow) throw notFound('Workflow', workflowId);
  judgeInputs(workflow, fields.custom_data);
  await getApplicant(ctx, applicantId);
  return ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ ...trialLock(ctx), ...input.locks, activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    const earlier = input.id === undefined ? undefined : await tx.first(findRun, { id: input.id });
    if (earlier) return toRun(ctx, earlier);
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
      id: input.id ?? v4({ random: Buffer.from(ids.secret(UUID_BYTES), 'base64url') }),
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
    // What clients start is in the request log.
    if (ctx.principal.kind === 'member') recordAuditIn(ctx, tx, { action: 'workflow_run_started', object_id: id });
    const started = await advanceRun(ctx, tx, run);
    await input.also?.(tx, started);
    return started;
  });
}
