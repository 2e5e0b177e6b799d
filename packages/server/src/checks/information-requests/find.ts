import type { Applicant } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { notFound, problem } from '../../base/errors.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { addressPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { getReport } from '../../reports/records/get.ts';
import { findTombstoneAnywhere } from '../../store/queries/checks.ts';
import {
  countOpenRequests,
  findInformationRequest,
  findInformationRequestAnywhere,
  informationRequestsOf,
  listOpenRequests,
} from '../../store/queries/information-requests.ts';
import { type InformationRequest, toInformationRequest } from './request.ts';

/** A request that an address names. */
export interface LocatedRequest {
  readonly ctx: Ctx;
  readonly request: InformationRequest;
}

/**
 * Finds the request that an address names, without a token: the secret in the address is the right to answer it. Throws
 * `resource_not_found` for a wrong id or secret, in the same words; `gone` when the applicant was erased.
 */
export async function locateRequest(services: Services, id: string, secret: string): Promise<LocatedRequest> {
  const { accounts, store } = services;
  const unknown = () => notFound('Form', id);
  const row = await store.system.first(findInformationRequestAnywhere, { id });
  if (!row) throw (await store.system.first(findTombstoneAnywhere, { id })) ? problem('gone') : unknown();
  const account = await accounts.find(row.account_id);
  if (!account) throw unknown();
  const ctx = new Ctx(services, account, row.environment, addressPrincipal(row));
  const request = toInformationRequest(ctx, row);
  if (!isSameSecret(request.secret, secret)) throw unknown();
  return { ctx, request };
}

/** A located request with its applicant. Throws `account_disabled`; `gone` when the applicant is scheduled for deletion. */
export async function openRequest({
  ctx,
  request,
}: LocatedRequest): Promise<LocatedRequest & { readonly applicant: Applicant }> {
  if (!ctx.account.settings.enabled) throw problem('account_disabled');
  return { ctx, request, applicant: await getApplicant(ctx, request.applicant_id) };
}

/** One request. Throws `resource_not_found` or `gone`. */
export async function getRequest(ctx: Ctx, id: string): Promise<InformationRequest> {
  const row = await ctx.read.first(findInformationRequest, { id });
  if (!row) throw await missing(ctx, 'InformationRequest', id);
  return toInformationRequest(ctx, row);
}

/** The requests of a report, the earliest first. Throws `resource_not_found` or `gone`. */
export async function listRequestsOf(ctx: Ctx, reportId: string): Promise<InformationRequest[]> {
  await getReport(ctx, reportId);
  const rows = await ctx.read.all(informationRequestsOf, { report_id: reportId });
  return rows.map((row) => toInformationRequest(ctx, row));
}

/** A page of the requests that wait for their applicants, those that expire first. */
export async function openRequests(
  ctx: Ctx,
  { after = '0_', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ requests: InformationRequest[]; next: string | null; total: number }> {
  const [expires = '0', id = ''] = after.split('_');
  const rows = await ctx.read.all(listOpenRequests, { expires: Number(expires), after: id, limit: limit + 1 });
  const counted = await ctx.read.first(countOpenRequests, {});
  const requests = rows.slice(0, limit).map((row) => toInformationRequest(ctx, row));
  const last = requests.at(-1);
  const next = rows.length > limit && last ? `${last.expires_at}_${last.id}` : null;
  return { requests, next, total: Number(counted?.n ?? 0) };
}
