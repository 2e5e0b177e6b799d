import { type Applicant, currentAddress, toApplicant } from '../applicants/applicant.ts';
import type { Ctx } from '../context/ctx.ts';
import { queryOf } from '../reports/live/watchlist.ts';
import type { ReportApplicant } from '../reports/types.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import type { ScopedReader } from '../store/store.ts';

/** An applicant as lists are searched for one. */
export function personOf(applicant: Applicant): ReportApplicant {
  const { first_name, last_name, dob, id_numbers } = applicant;
  return { first_name, last_name, dob, id_numbers, address: currentAddress(applicant) };
}

/**
 * Returns whether an applicant still equals the person of a search. After a change the job of that change searches again, and
 * earlier results count no more.
 */
export async function isStill(ctx: Ctx, reader: ScopedReader, id: string, searched: ReportApplicant): Promise<boolean> {
  const facts = (person: ReportApplicant) => JSON.stringify(queryOf(person, []));
  const row = await reader.first(findApplicant, { id });
  return row !== undefined && facts(personOf(toApplicant(ctx, row))) === facts(searched);
}
