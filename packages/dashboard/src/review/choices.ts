import type { Hit, Report } from '../types.ts';
import { words } from '../words.ts';

/** A decision that is ready: what it says, its note, and the body that the interface takes. */
export interface Choice {
  readonly label: string;
  readonly note: string;
  readonly tone: 'clear' | 'consider';
  body(note: string): object;
}

const { decisions, notes } = words;

/** A date or its beginning; lists also say `about 1949`, which differs from nothing for certain. */
const DATE = /^\d{4}(-\d\d){0,2}$/;

/** Why a hit is another person: the first point on which what is known of both has nothing in common. */
function differenceOf({ review }: Hit): 'different_birth_date' | 'different_nationality' | 'other' {
  const differs = (point: string, alike: (a: string, b: string) => boolean, known: (value: string) => boolean) => {
    const { applicant = [], listed = [] } = review.find(({ step }) => step === point) ?? {};
    const all = [...applicant, ...listed];
    return (
      applicant.length * listed.length > 0 &&
      all.every(known) &&
      !applicant.some((a) => listed.some((b) => alike(a, b)))
    );
  };
  const begins = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  if (differs('birth_date', begins, (value) => DATE.test(value))) return 'different_birth_date';
  if (
    differs(
      'nationality',
      (a, b) => a === b,
      () => true,
    )
  )
    return 'different_nationality';
  return 'other';
}

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
    const hits = (of: (hit: Hit) => object) => (note: string) => ({
      note,
      hits: open.map((hit) => ({ record: { list: hit.list, source_id: hit.source_id }, ...of(hit) })),
    });
    const other = hits((hit) => ({ decision: 'false_match', reason: differenceOf(hit) }));
    return [
      { label: decisions.other, note: notes.other, tone: 'clear', body: other },
      {
        ...{ label: decisions.match, note: notes.match, tone: 'consider' },
        body: hits(() => ({ decision: 'true_match' })),
      },
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
