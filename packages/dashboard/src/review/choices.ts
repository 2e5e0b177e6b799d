import type { Report } from '../types.ts';
import { words } from '../words.ts';

/** A decision that is ready: what it says, its note, and the body that the interface takes. */
export interface Choice {
  readonly label: string;
  readonly note: string;
  readonly tone: 'clear' | 'consider';
  body(note: string): object;
}

const { decisions, notes } = words;

/** The three likeliest decisions on a report, the likeliest first. */
export function choicesOf(report: Report): readonly Choice[] {
  const open = report.hits.filter(({ decided }) => decided === null);
  // A document that is considered as a whole needs a sub-result: no leaf is flagged that would imply one.
  const caution = report.name === 'document' ? { sub_result: 'caution' } : {};
  const whole = (result: 'clear' | 'consider') => (note: string) => ({
    ...{ result, note },
    ...(result === 'consider' && caution),
  });
  if (open.length > 0) {
    const hits = (decision: string) => (note: string) => ({
      note,
      hits: open.map(({ list, source_id }) => ({ record: { list, source_id }, decision })),
    });
    return [
      { label: decisions.other, note: notes.other, tone: 'clear', body: hits('false_match') },
      { label: decisions.match, note: notes.match, tone: 'consider', body: hits('true_match') },
    ];
  }
  const leaves = (result: 'clear' | 'consider') => (note: string) => ({
    note,
    leaves: Object.fromEntries(report.doubts.map((path) => [path, result])),
  });
  const ofDoubts = report.doubts.length > 0;
  const both: readonly Choice[] = [
    {
      label: ofDoubts ? decisions.clear : decisions.clearAll,
      note: notes.clear,
      tone: 'clear',
      body: ofDoubts ? leaves('clear') : whole('clear'),
    },
    {
      label: ofDoubts ? decisions.consider : decisions.considerAll,
      note: notes.consider,
      tone: 'consider',
      body: ofDoubts ? leaves('consider') : whole('consider'),
    },
  ];
  if (report.name !== 'document') return both;
  const suspected = (note: string) => ({ result: 'consider', sub_result: 'suspected', note });
  return [...both, { label: decisions.suspected, note: notes.suspected, tone: 'consider', body: suspected }];
}
