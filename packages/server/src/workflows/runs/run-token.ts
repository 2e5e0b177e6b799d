import { type SdkClaims, signSdkToken } from '../../applicants/sdk-tokens/sdk-token.ts';
import { notFound, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { findRun } from '../../store/queries/workflows.ts';
import { getRun } from './get.ts';
import { hasEnded, type Run, toRun } from './run.ts';

/**
 * The SDK token of a run: for it and its applicant alone, for five weeks. Null for a read-only token. It is made in the name of
 * the API token that began the run, or of the requesting token if the first is revoked.
 * @param address under which the SDK reaches the service
 * @param askedBy public id of the API token that asks
 */
export async function sdkTokenOf(
  ctx: Ctx,
  run: Run,
  { address, askedBy }: { address: string; askedBy: string },
): Promise<string | null> {
  if (ctx.readOnly) return null;
  const stands = await ctx.services.tokens.stands(ctx.account_id, run.token_id);
  return signSdkToken(ctx, {
    applicantId: run.applicant_id,
    referrer: null,
    applicationId: null,
    crossDeviceUrl: null,
    address,
    tokenId: stands ? run.token_id : askedBy,
    workflowRunId: run.id,
    clockId: run.clock_id,
    // So that it is the same whenever the run is shown.
    begin: run.created_at,
  });
}

/** Throws `authorization_error` for the SDK token of a run that has ended; one that was made by hand has none. */
export async function assertRunOfToken(ctx: Ctx, runId: string | null): Promise<void> {
  if (runId === null) return;
  const row = await ctx.read.first(findRun, { id: runId });
  // A token of an erased run gets the answer of any upload to its applicant.
  if (row && hasEnded(toRun(ctx, row))) {
    throw problem('authorization_error', { message: 'Authorization error: the workflow run of this token has ended' });
  }
}

/**
 * The run for a request with an SDK token: the token of a run reaches that run, a token that was made by hand reaches the runs of
 * its applicant. Throws 404 or 410.
 */
export async function runForToken(ctx: Ctx, id: string, claims: SdkClaims): Promise<Run> {
  if (claims.workflowRunId !== null && claims.workflowRunId !== id) throw notFound('WorkflowRun', id);
  const run = await getRun(ctx, id);
  if (run.applicant_id !== claims.applicantId) throw notFound('WorkflowRun', id);
  return run;
}
