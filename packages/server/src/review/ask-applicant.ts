import { getApplicant } from '../applicants/get.ts';
import { toCheck } from '../checks/check.ts';
import { destinationsOf } from '../checks/forms/send-link.ts';
import { askApplicant, languageOfRequest, type Question } from '../checks/information-requests/ask.ts';
import { listRequestsOf, openRequests } from '../checks/information-requests/find.ts';
import { requestableFor } from '../checks/information-requests/items.ts';
import { defaultMessage } from '../checks/information-requests/notify.ts';
import type { InformationRequest, RequestableItem } from '../checks/information-requests/request.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordedPrincipal } from '../context/principal.ts';
import { memberNames } from '../members/names.ts';
import { getReport } from '../reports/records/get.ts';
import { toReport } from '../reports/records/report.ts';
import { findCheck, findReport } from '../store/queries/checks.ts';
import { languageIds } from '../words/ids.ts';
import { assertUnclaimed, giveBack } from './claims.ts';

/** An information request with the name of the member who asked; null where no member did. */
interface NamedRequest {
  readonly request: InformationRequest;
  readonly by: string | null;
}

/** Everything that a reviewer needs to ask the applicant of a report. */
export interface AskingOptions {
  readonly items: readonly RequestableItem[];
  readonly language: string;
  /** The message in each language, before the reviewer edits it. */
  readonly messages: readonly { readonly language: string; readonly message: string }[];
  /** Addresses for the link; null where the applicant has none, or the service sends none. */
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly requests: readonly NamedRequest[];
}

/** Throws `resource_not_found`, or `gone` with the applicant. */
export async function askingOptions(ctx: Ctx, reportId: string): Promise<AskingOptions> {
  const report = await getReport(ctx, reportId);
  const applicant = await getApplicant(ctx, report.applicant_id);
  const { mail, text_message } = destinationsOf(ctx, applicant);
  return {
    items: await requestableFor(ctx, ctx.read, report),
    language: languageOfRequest(ctx, applicant),
    messages: languageIds.map((language) => ({ language, message: defaultMessage(ctx, language) })),
    email: mail,
    phone_number: text_message,
    requests: await withNames(ctx, await listRequestsOf(ctx, reportId)),
  };
}

async function withNames(ctx: Ctx, requests: readonly InformationRequest[]): Promise<NamedRequest[]> {
  const memberOf = ({ created_by }: InformationRequest): string | undefined => {
    const principal = recordedPrincipal(created_by);
    return principal?.kind === 'member' ? principal.id : undefined;
  };
  const names = await memberNames(
    ctx.services,
    requests.flatMap((request) => memberOf(request) ?? []),
  );
  return requests.map((request) => ({ request, by: names.get(memberOf(request) ?? '') ?? null }));
}

/** Asks an applicant as a member, and gives the member's claim back. Throws `claimed` besides the errors of `askApplicant`. */
export async function askUnclaimed(ctx: Ctx, reportId: string, question: Question): Promise<InformationRequest> {
  await assertUnclaimed(ctx, reportId);
  const asked = await askApplicant(ctx, reportId, question);
  await giveBack(ctx, reportId);
  return asked;
}

/** A report that waits for its applicant. */
export interface AskedReport extends NamedRequest {
  readonly name: string;
  readonly applicant_name: string;
}

/** A page of the reports that wait for their applicants, those whose time ends first. */
export async function reportsAsked(
  ctx: Ctx,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ asked: AskedReport[]; next: string | null; total: number }> {
  const { requests, next, total } = await openRequests(ctx, page);
  const named = await withNames(ctx, requests);
  const asked = await Promise.all(named.map((one) => askedReport(ctx, one)));
  return { asked: asked.flatMap((one) => one ?? []), next, total };
}

async function askedReport(ctx: Ctx, { request, by }: NamedRequest): Promise<AskedReport | undefined> {
  const row = await ctx.read.first(findReport, { id: request.report_id });
  if (!row) return undefined;
  const check = await ctx.read.first(findCheck, { id: request.check_id });
  if (!check) return undefined;
  const { first_name, last_name } = toCheck(ctx, check).applicant;
  const applicant_name = [first_name, last_name].filter(Boolean).join(' ');
  return { request, by, name: toReport(ctx, row).name, applicant_name };
}
