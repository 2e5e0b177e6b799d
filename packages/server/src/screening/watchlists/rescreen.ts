import { currentAddress } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { isoDate } from '../../base/clock.ts';
import { saysDeleted } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { type ReportName, reportType } from '../../reports/index.ts';
import type { ScreenedHit } from '../../reports/live/screening.ts';
import { hitsOfReport, queryOf } from '../../reports/live/watchlist.ts';
import { screeningsOf } from '../../reports/records/screenings.ts';
import { watchlistReports } from '../../reports/watchlist.ts';
import { clearLiveReports } from '../../store/queries/watchlist-reports.ts';
import { documentReadingsOf, screenPerson } from './screenings.ts';

/** A completed clear report whose applicant has, or may have, hits today that the report did not have. */
interface RescreenedReport extends NewHits {
  readonly account_id: string;
  readonly report_id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  readonly name: string;
  /** Unix milliseconds. */
  readonly completed_at: number;
}

interface NewHits {
  /** Best score first. */
  readonly hits: readonly ScreenedHit[];
  /** False: the search used up its budget in a set that the report did not search. Hits may be missing. */
  readonly complete: boolean;
}

interface RescreenPage {
  readonly reports: readonly RescreenedReport[];
  /** Number of examined reports. */
  readonly examined: number;
  /** Cursor after which the next page begins; null at the end. */
  readonly next: string | null;
}

interface RescreenOptions {
  /** Unix milliseconds: reports that were completed since. */
  readonly since: number;
  /** `next` of the previous page; empty for the first. */
  readonly after: string;
  /** Number of reports to examine. */
  readonly limit: number;
}

/**
 * Looks for the applicants of completed clear live watchlist reports again, in the active set and by the thresholds of today. A hit
 * that the report had, and a reviewer has ruled out, counts only where its record has changed. Nothing is written, and no check
 * is made.
 */
export async function rescreen(
  services: Services,
  { since, after, limit }: RescreenOptions,
  principal: Principal,
): Promise<RescreenPage> {
  const names = JSON.stringify(watchlistReports.map(({ name }) => name));
  const rows = await services.store.system.all(clearLiveReports, { since, after, limit, names });
  const reports: RescreenedReport[] = [];
  for (const { id: report_id, account_id, check_id, applicant_id, name, completed_at } of rows) {
    const ctx = await ctxIn(services, principal, account_id, 'live');
    const found = await newHitsOf(ctx, { report_id, applicant_id, name: name as ReportName });
    if (found.hits.length === 0 && found.complete) continue;
    reports.push({ account_id, report_id, check_id, applicant_id, name, completed_at: Number(completed_at), ...found });
  }
  return { reports, examined: rows.length, next: rows.length < limit ? null : rows.at(-1)!.id };
}

async function newHitsOf(
  ctx: Ctx,
  { report_id, applicant_id, name }: { report_id: string; applicant_id: string; name: ReportName },
): Promise<NewHits> {
  try {
    const { first_name, last_name, dob, id_numbers, ...applicant } = await getApplicant(ctx, applicant_id);
    const person = { first_name, last_name, dob, id_numbers, address: currentAddress(applicant) };
    const query = queryOf(person, await documentReadingsOf(ctx, applicant_id));
    const screening = await screenPerson(ctx, applicant_id, query);
    const counted = { today: isoDate(ctx.now()), decision: ctx.account.settings };
    const before = await screeningsOf(ctx, report_id);
    const had = new Set(before.flatMap(({ hits }) => hits).map(keyOf));
    // A reviewer has cleared the report after an incomplete search of the same set.
    const known = before.some(({ set, incomplete }) => set === screening.set && incomplete);
    return {
      hits: hitsOfReport(reportType(name).tree, screening, counted).filter((hit) => !had.has(keyOf(hit))),
      complete: !screening.incomplete || known,
    };
  } catch (error) {
    // An applicant that is being erased or is scheduled for deletion has no report to look at.
    if (saysDeleted(error)) return { hits: [], complete: true };
    throw error;
  }
}

const keyOf = ({ list, record }: ScreenedHit) => JSON.stringify([list, record.source_id, record.content_hash]);
