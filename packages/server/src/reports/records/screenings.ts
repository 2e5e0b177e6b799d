import type { Ctx } from '../../context/ctx.ts';
import { screeningsOfReport } from '../../store/queries/screenings.ts';
import type { ScopedReader } from '../../store/store.ts';
import type { Screening } from '../live/screening.ts';
import { getReport } from './get.ts';

/** Search of a report with its results, as it was at that moment. */
export interface KeptScreening extends Screening {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Screenings of before there were suppressions name none. */
const withoutSuppressed: Pick<Screening, 'suppressed'> = { suppressed: [] };

async function readScreenings(ctx: Ctx, reader: ScopedReader, report_id: string): Promise<KeptScreening[]> {
  const rows = await reader.all(screeningsOfReport, { report_id });
  return rows.map((row) => ({
    ...withoutSuppressed,
    ...ctx.vault.open<Omit<Screening, 'suppressed'> & Partial<Screening>>(row.id, row.data),
    id: row.id,
    at: Number(row.created_at),
  }));
}

/** The screenings of a report, oldest first; none before its lists were searched. Throws `resource_not_found`, `gone`. */
export async function screeningsOf(ctx: Ctx, reportId: string): Promise<KeptScreening[]> {
  const { id } = await getReport(ctx, reportId);
  return readScreenings(ctx, ctx.read, id);
}

/** The newest screening of a report; undefined if the report searched no list. */
export async function lastScreening(
  ctx: Ctx,
  reader: ScopedReader,
  reportId: string,
): Promise<KeptScreening | undefined> {
  return (await readScreenings(ctx, reader, reportId)).at(-1);
}
