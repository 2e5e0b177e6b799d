import type { NameQuery } from '@bonafide/verification';
import type { Ctx } from '../../context/ctx.ts';
import { reportType } from '../../reports/index.ts';
import type { Screening } from '../../reports/live/screening.ts';
import type { DocumentReading } from '../../reports/live/tools.ts';
import { type Report, toReport } from '../../reports/records/report.ts';
import { completedReportsOf } from '../../store/queries/checks.ts';
import { insertScreening } from '../../store/queries/screenings.ts';
import type { ScopedTx } from '../../store/store.ts';
import { endLapsed, withSuppressions } from '../apply-suppressions.ts';
import { searchWatchlists, thresholdsOf } from './search.ts';

/**
 * Looks for an applicant in the active watchlists, by the thresholds of the account. Records that operators have ruled out for
 * the applicant are apart from the hits.
 */
export async function screenPerson(ctx: Ctx, applicantId: string, query: NameQuery): Promise<Screening> {
  const screening = await searchWatchlists(ctx.services, query, thresholdsOf(ctx.account.settings));
  return withSuppressions(ctx, applicantId, screening);
}

/** Keeps a screening, sealed, with the report that it was made for, and ends the suppressions that it has found to lapse. */
export async function keepScreening(
  ctx: Ctx,
  tx: ScopedTx,
  { id: report_id, applicant_id }: Pick<Report, 'id' | 'applicant_id'>,
  screening: Screening,
): Promise<void> {
  const id = ctx.services.ids.uuid();
  const data = ctx.vault.seal(id, screening);
  await tx.run(insertScreening, {
    id,
    report_id,
    applicant_id,
    created_at: ctx.now(),
    set_number: screening.set,
    data,
  });
  await endLapsed(ctx, tx, screening);
}

/** Documents whose reading stands for a person: they are read better than anyone types. */
const READINGS = 5;

const GENDERS: Readonly<Record<string, 'male' | 'female'>> = { male: 'male', female: 'female' };

/** Readings of the newest completed live document reports of an applicant. Nothing is read in sandbox. */
export async function documentReadingsOf(ctx: Ctx, applicant_id: string): Promise<DocumentReading[]> {
  const rows = await ctx.read.all(completedReportsOf, { applicant_id });
  return rows
    .map((row) => toReport(ctx, row))
    .filter(({ name }) => reportType(name).family === 'document')
    .slice(0, READINGS)
    .map(readingOf);
}

function readingOf({ id, properties }: Report): DocumentReading {
  const text = (key: string) => {
    const value = properties[key];
    return typeof value === 'string' && value !== '' ? { [key]: value } : {};
  };
  const gender = GENDERS[String(properties.gender ?? '').toLowerCase()];
  return {
    report_id: id,
    ...text('first_name'),
    ...text('last_name'),
    ...text('date_of_birth'),
    ...text('nationality'),
    ...(gender && { gender }),
  };
}
