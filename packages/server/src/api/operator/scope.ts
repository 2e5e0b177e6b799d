import { notFound } from '../../base/errors.ts';
import { Ctx } from '../../core/ctx.ts';
import { missing } from '../../core/missing.ts';
import type { Principal } from '../../core/principal.ts';
import type { Services } from '../../core/services.ts';
import type { ScopedQuery } from '../../store/query.ts';
import type { Environment } from '../../store/schema.ts';

/** The account in one environment, for `principal`. Throws `resource_not_found`. */
export async function ctxIn(
  services: Services,
  principal: Principal,
  accountId: string,
  environment: Environment,
): Promise<Ctx> {
  const account = await services.accounts.find(accountId);
  if (!account) throw notFound('Account', accountId);
  return new Ctx(services, account, environment, principal);
}

/**
 * The account in the environment that has an object, for `principal`, whose request names no environment. Throws `resource_not_found`, or
 * `gone` for an object that was erased.
 */
export async function ctxHaving<R>(
  services: Services,
  principal: Principal,
  accountId: string,
  find: ScopedQuery<{ id: string }, R>,
  resource: string,
  id: string,
): Promise<Ctx> {
  const [live, sandbox] = await Promise.all([
    ctxIn(services, principal, accountId, 'live'),
    ctxIn(services, principal, accountId, 'sandbox'),
  ]);
  for (const ctx of [live, sandbox]) if (await ctx.read.first(find, { id })) return ctx;
  const problems = [await missing(live, resource, id), await missing(sandbox, resource, id)];
  throw problems.find(({ type }) => type === 'gone') ?? notFound(resource, id);
}
