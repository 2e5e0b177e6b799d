import type { Ctx } from '../context/ctx.ts';
import type { Answer, SourceKind } from '../reports/live/lookup.ts';
import { getReport } from '../reports/records/get.ts';
import { sourceAnswersOfReport } from '../store/queries/source-answers.ts';

/** Request to a provider for a report. */
export interface SourceAnswer {
  /** Id that the provider knows, `request_id`. */
  readonly id: string;
  readonly source: string;
  readonly kind: SourceKind;
  /** Unix milliseconds. */
  readonly asked_at: number;
  readonly answered_at: number | null;
  readonly tries: number;
  /** Null while the provider is to be tried again. */
  readonly answer: Answer | null;
}

/** Requests to providers for a report, oldest first. Throws `resource_not_found`, `gone`. */
export async function answersOfReport(ctx: Ctx, reportId: string): Promise<SourceAnswer[]> {
  const { id: report_id } = await getReport(ctx, reportId);
  const rows = await ctx.read.all(sourceAnswersOfReport, { report_id });
  return rows.map(({ id, source, kind, created_at, answered_at, tries, data }) => ({
    id,
    source,
    kind: kind as SourceKind,
    tries: Number(tries),
    asked_at: Number(created_at),
    answered_at: answered_at === null ? null : Number(answered_at),
    answer: data && ctx.vault.open<Answer>(id, data),
  }));
}
