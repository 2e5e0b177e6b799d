import { recordAudit } from '../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../base/clock.ts';
import { csvLine } from '../base/csv.ts';
import type { Ctx } from '../context/ctx.ts';
import { findChecks, type WantedChecks } from './checks.ts';
import { type ListedCheck, lastEnd } from './listed-check.ts';

/** Checks that are read at once. */
const PAGE = 200;

const facts = ['id', 'applicant_id', 'created_at', 'completed_at', 'status', 'result', 'reports'] as const;
const personalFacts = ['first_name', 'last_name', 'dob', 'tags'] as const;

/**
 * Checks as CSV (RFC 4180), a line each, newest first, read page by page. `reports` has `name:result` of each, or its status without a
 * result. The audit records the export first, with the names of the filters.
 */
export async function exportChecks(
  ctx: Ctx,
  listing: WantedChecks,
  { withPersonalData }: { readonly withPersonalData: boolean },
): Promise<AsyncGenerator<string>> {
  const { filter, query } = listing;
  const filters = Object.entries({ ...filter, query: query || undefined }).filter(([, value]) => value !== undefined);
  const details = { personal: withPersonalData, filters: filters.map(([name]) => name) };
  await recordAudit(ctx, { action: 'checks_exported', object_id: ctx.account_id, details });
  return lines(ctx, listing, withPersonalData);
}

async function* lines(ctx: Ctx, query: WantedChecks, withPersonalData: boolean): AsyncGenerator<string> {
  yield csvLine([...facts, ...(withPersonalData ? personalFacts : [])]);
  for (let after: string | undefined; ; ) {
    const page = await findChecks(ctx, { ...query, after, limit: PAGE });
    for (const check of page.checks) yield csvLine([...factsOf(check), ...(withPersonalData ? personalOf(check) : [])]);
    if (page.next === null) return;
    after = page.next;
  }
}

const factsOf = ({ check, reports }: ListedCheck) => [
  ...[check.id, check.applicant_id, isoSeconds(check.created_at)],
  isoSecondsOrNull(check.status === 'complete' ? lastEnd(reports) : null),
  ...[check.status, check.result],
  reports.map(({ name, result, status }) => `${name}:${result ?? status}`).join(' '),
];

const personalOf = ({ check: { applicant, tags } }: ListedCheck) => [
  ...[applicant.first_name, applicant.last_name, applicant.dob],
  tags.join(' '),
];
