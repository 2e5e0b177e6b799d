import { label } from './printable.ts';
import { DEEPEST, isObject, propertyRows } from './property-rows.ts';
import type { Row, Tone } from './sheet-content.ts';

/** The sentence beside the word of a result. */
export const tones: Record<string, Tone> = {
  clear: 'good',
  consider: 'warning',
  caution: 'warning',
  unidentified: 'bad',
  suspected: 'bad',
  rejected: 'bad',
};

/** Statuses of checks and reports after which no result comes any more. */
const finalStatuses = new Set(['complete', 'withdrawn', 'cancelled']);

/** Note on a check that has no result yet. */
export function unfinishedNote(status: string, reports: readonly { readonly status: string }[]): string {
  const done = reports.filter((report) => report.status === 'complete').length;
  const count = `${done} of ${reports.length} reports complete`;
  return `This check is not complete (${label(status).toLowerCase()}): ${count}. This is its state at the time of printing.`;
}

/** A breakdown, row by row: each leaf with its result and what belongs to it. */
export function breakdownRows(breakdown: unknown, depth = 0): Row[] {
  if (!isObject(breakdown) || depth > DEEPEST) return [];
  return Object.entries(breakdown).flatMap(([name, node]) => {
    if (!isObject(node)) return [];
    const result = typeof node.result === 'string' ? node.result : null;
    return [
      { label: label(name), depth, strong: depth === 0, ...resultValue(result, 'not assessed') },
      ...breakdownRows(node.breakdown, depth + 1),
      ...propertyRows(node.properties, depth + 1).map((row) => ({ ...row, ...toned(row.value) })),
    ];
  });
}

/** A result, or what stands in its place. */
export function resultValue(result: string | null, absent: string): { value: string; tone: Tone } {
  return result === null ? { value: absent, tone: 'neutral' } : { value: result, tone: tones[result] ?? 'neutral' };
}

/** The status of a report in words. A report only waits for data while the applicant fills in the form of its check. */
export function reportStatus(status: string, checkStatus: string): string {
  return status === 'awaiting_data' && checkStatus !== 'awaiting_applicant' ? 'Being analysed' : label(status);
}

/** Text in place of the result of a check or report. */
export function absentResult(status: string): string {
  return finalStatuses.has(status) ? 'no result' : 'no result yet';
}

function toned(value: string): { tone?: Tone } {
  const tone = tones[value];
  return tone ? { tone } : {};
}
