import { notFound } from '../../base/errors.ts';
import { Ctx } from '../../core/ctx.ts';
import { missing } from '../../core/missing.ts';
import type { Services } from '../../core/services.ts';
import type { ScopedQuery } from '../../store/query.ts';
import type { Environment } from '../../store/schema.ts';

/** The account in one environment. Throws `resource_not_found`. */
export async function ctxIn(services: Services, accountId: string, environment: Environment): Promise<Ctx> {
  const account = await services.accounts.find(accountId);
  if (!account) throw notFound('Account', accountId);
  return new Ctx(services, account, environment);
}

/**
 * The account in the environment that has an object: an operator doesn't say which. Throws `resource_not_found`, or
 * `gone` for an object that was erased.
 */
export async function ctxHaving<R>(
  services: Services,
  accountId: string,
  find: ScopedQuery<{ id: string }, R>,
  resource: string,
  id: string,
): Promise<Ctx> {
  const [live, sandbox] = await Promise.all([
    ctxIn(services, accountId, 'live'),
    ctxIn(services, accountId, 'sandbox'),
  ]);
  for (const ctx of [live, sandbox]) if (await ctx.read.first(find, { id })) return ctx;
  const problems = [await missing(live, resource, id), await missing(sandbox, resource, id)];
  throw problems.find(({ type }) => type === 'gone') ?? notFound(resource, id);
}
