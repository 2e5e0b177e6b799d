import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { csvLine } from '../../base/csv.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Period } from '../days/read.ts';
import { shareCell } from '../share-cell.ts';
import type { derivedQuality } from './figures.ts';
import { qualityOf } from './read.ts';

const columns = [
  ...(['row', 'value', 'name', 'decisions', 'ended', 'overturned', 'clear_share', 'overturned_share'] as const),
  ...([
    'p50_seconds',
    'p90_seconds',
    'second_looks',
    'agreed',
    'agreement',
    'agreement_low',
    'agreement_high',
  ] as const),
];

/**
 * The figures of the decisions of a period as CSV (RFC 4180): a line for the period, for each day, for each person and for each report
 * type. The audit records the export.
 *
 * @param by principal whose decisions count, as `recordOf` writes it; undefined for all
 */
export async function exportQuality(ctx: Ctx, period: Period, by: string | undefined): Promise<string> {
  const { total, days, people, reports } = await qualityOf(ctx, period, by);
  await recordAudit(ctx, { action: 'quality_exported', object_id: ctx.account_id });
  return [
    csvLine(columns),
    line('period', '', '', total),
    ...days.map(({ day, ...figures }) => line('day', isoSeconds(day).slice(0, 10), '', figures)),
    ...people.map(({ kind, id, name, ...figures }) => line(kind, id, name ?? '', figures)),
    ...reports.map(({ report, ...figures }) => line('report', report, '', figures)),
  ].join('');
}

const line = (row: string, value: string, name: string, figures: ReturnType<typeof derivedQuality>): string =>
  csvLine([
    ...[row, value, name, figures.decisions, figures.ended, figures.overturned],
    ...[shareCell(figures.clear_share), shareCell(figures.overturned_share), figures.p50, figures.p90],
    ...[figures.looks, figures.agreed, shareCell(figures.agreement)],
    ...[shareCell(figures.agreement_low), shareCell(figures.agreement_high)],
  ]);
