import { notFound } from '../base/errors.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import { findCheck, findReport } from '../store/queries/checks.ts';
import { findProposal } from '../store/queries/proposals.ts';
import { findSuppression } from '../store/queries/suppressions.ts';
import { findDelivery } from '../store/queries/webhooks.ts';
import { findRun } from '../store/queries/workflows.ts';
import type { ScopedQuery } from '../store/query.ts';
import type { Environment } from '../store/schema.ts';
import { Ctx } from './ctx.ts';
import { missing } from './missing.ts';
import { type Principal, type SystemPart, systemPrincipal } from './principal.ts';
import type { Services } from './services.ts';

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

const ENVIRONMENTS: readonly Environment[] = ['live', 'sandbox'];

/** Every account in both environments, one after the other, for a part of the service. */
export async function* everyCtx(services: Services, part: SystemPart): AsyncGenerator<Ctx> {
  for (const { id } of await services.store.system.all(listAccounts, {})) {
    const account = await services.accounts.find(id);
    if (!account) continue;
    for (const environment of ENVIRONMENTS) yield new Ctx(services, account, environment, systemPrincipal(part));
  }
}

/** Objects that an operator names by id alone, by the resource that a 404 names. */
const finders = {
  Applicant: findApplicant,
  Check: findCheck,
  Report: findReport,
  Delivery: findDelivery,
  WorkflowRun: findRun,
  Suppression: findSuppression,
  Proposal: findProposal,
} as const;

/**
 * The account in the environment that has an object, for `principal`, whose request names no environment. Throws
 * `resource_not_found`, or `gone` for an object that was erased.
 */
export function ctxHaving(
  services: Services,
  principal: Principal,
  accountId: string,
  resource: keyof typeof finders,
  id: string,
): Promise<Ctx> {
  return ctxOfRow<unknown>(
    services,
    principal,
    accountId,
    finders[resource] as ScopedQuery<{ id: string }, unknown>,
    resource,
    id,
  );
}

/** The same for an object that a query finds by its id. */
export async function ctxOfRow<R>(
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
