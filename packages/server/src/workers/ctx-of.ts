import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import type { JobRow } from '../store/schema.ts';

const worker = systemPrincipal('worker');

/** The account and environment that a job is done for, at the time of its clock. Throws when the account is gone: the job is tried again later. */
export async function ctxOf(
  services: Services,
  job: Pick<JobRow, 'account_id' | 'environment'> & { readonly clock_id?: string | null },
): Promise<Ctx> {
  const account = await services.accounts.find(job.account_id);
  if (!account) throw new Error(`Account ${job.account_id} is unknown`);
  const ctx = new Ctx(services, account, job.environment, worker);
  if (job.clock_id) await ctx.goBy(job.clock_id);
  return ctx;
}
