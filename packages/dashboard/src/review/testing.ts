import type { Hit, Leaf, Report } from '../types.ts';

/** A leaf that waits for a reviewer. */
export const openLeaf = (reason: string, more: Partial<Leaf> = {}): Leaf => ({
  result: null,
  reason,
  doubt: true,
  decided: null,
  ...more,
});

/** The fields of a report that the review page judges by. It waits for a reviewer, and nothing is decided. */
export function reportOf(more: Partial<Report> = {}): Report {
  const report: Partial<Report> = {
    name: 'document',
    status: 'awaiting_approval',
    result: null,
    doubts: [],
    leaves: {},
    hits: [],
    list_hits: [],
    media: {},
    about: { files: [], data: [] },
    faces: null,
    portrait: null,
    decisions: [],
    failure: null,
    cleared_by_class: null,
    age_over: null,
    proposal: null,
    concerns: [],
    standing: { needs: 'first_needed', decided: false, referred: false, decisions: [], referrals: [], settles: null },
    ...more,
  };
  return report as Report;
}

/** A possible hit of the list `eu` for the breakdown `sanction`, which nobody has judged. */
export function hitOf(more: Partial<Hit> = {}): Hit {
  const hit: Partial<Hit> = {
    list: 'eu',
    source_id: 'a',
    leaves: ['sanction'],
    decided: null,
    alike: [],
    suppressible: true,
    review: [],
    ...more,
  };
  return hit as Hit;
}
