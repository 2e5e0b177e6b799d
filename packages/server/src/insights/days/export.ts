import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { csvLine } from '../../base/csv.ts';
import type { Ctx } from '../../context/ctx.ts';
import { shareCell } from '../share-cell.ts';
import type { derivedFigures } from './figures.ts';
import { type BreakdownDimension, insightsOf, type Period } from './read.ts';

const columns = [
  ...(['row', 'value', 'name', 'reports', 'clear', 'consider', 'unidentified', 'pass_rate', 'review_share'] as const),
  ...(['p50_seconds', 'p95_seconds', 'reasons'] as const),
] as const;

/**
 * The figures of a period as CSV (RFC 4180): a line for the period, for the same number of days before, for each day, and for each value
 * of the dimension. `reasons` has `leaf:reports` of each. The audit records the export.
 */
export async function exportInsights(ctx: Ctx, period: Period, dimension: BreakdownDimension): Promise<string> {
  const { total, before, days, groups } = await insightsOf(ctx, period, dimension);
  await recordAudit(ctx, { action: 'insights_exported', object_id: ctx.account_id, details: { by: dimension } });
  return [
    csvLine(columns),
    line('period', '', '', total),
    line('period_before', '', '', before),
    ...days.map(({ day, ...figures }) => line('day', isoSeconds(day).slice(0, 10), '', figures)),
    ...groups.map(({ value, name, ...figures }) => line(dimension, value, name, figures)),
  ].join('');
}

const line = (row: string, value: string, name: string, figures: ReturnType<typeof derivedFigures>): string =>
  csvLine([
    ...[row, value, name, figures.reports, figures.clear, figures.consider, figures.unidentified],
    ...[shareCell(figures.pass_rate), shareCell(figures.review_share), figures.p50, figures.p95],
    figures.reasons.map(({ leaf, reports }) => `${leaf}:${reports}`).join(' '),
  ]);
