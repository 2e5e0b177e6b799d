import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesOf } from '../../../packages/dashboard/src/review/choices.ts';
import {
  type Marks,
  markedHit,
  markedLeaves,
  none,
  openHits,
  resultsOf,
  verdictsOf,
} from '../../../packages/dashboard/src/review/marks.ts';
import type { Report as PageReport } from '../../../packages/dashboard/src/types.ts';
import { decisionOf } from '../../../packages/server/src/api/operator/report-decision.ts';
import { presentLeaves } from '../../../packages/server/src/api/operator/report-whole.ts';
import {
  type Decision,
  decidedByLeaves,
  decidedWhole,
  hitsOf,
  type LeafDecision,
  openDoubts,
} from '../../../packages/server/src/core/reports/decision.ts';
import { keptHit } from '../../../packages/server/src/core/reports/hit-decision.ts';
import type { Report, ReportDecision } from '../../../packages/server/src/core/reports/report.ts';
import { hitVerdicts, isRecord } from '../../../packages/server/src/reports/hit.ts';
import {
  clear,
  consider,
  doubtful,
  doubtsOf,
  unassessed,
} from '../../../packages/server/src/reports/live/assessment.ts';
import type { Assessment, LeafFinding } from '../../../packages/server/src/reports/outcome.ts';

const finding: fc.Arbitrary<LeafFinding> = fc.constantFrom(
  ...[clear('Sound'), consider('Differs'), doubtful('Unclear'), doubtful('Unclear, too'), unassessed('Nothing read')],
);

/** Hits of three lists; those of one number are of one person. */
const watchlist = fc
  .record({
    name: fc.constant('watchlist_standard' as const),
    leaves: fc.record({ sanction: finding, politically_exposed_person: finding, adverse_media: finding }),
    hits: fc.array(
      fc.record({
        person: fc.integer({ min: 0, max: 2 }),
        leaves: fc.subarray(['sanction', 'politically_exposed_person', 'adverse_media'], { minLength: 1 }),
      }),
      { maxLength: 4 },
    ),
    outdated: fc.boolean(),
  })
  .map(({ name, leaves, hits, outdated }) => {
    const keyed = hits.map((hit, index) => ({ ...hit, record: { list: 'eu', source_id: `a${index}` } }));
    const answered = keyed.flatMap((hit) => hit.leaves);
    const assessment: Assessment = {
      leaves: {
        ...leaves,
        ...Object.fromEntries(answered.map((path) => [path, doubtful(`A name is like one of ${path}`)])),
      },
      properties: { records: [] },
      hits: keyed.map(({ record, leaves: own }) => ({ record, leaves: own, score: 0.9 })),
      records: [0, 1, 2].map((person) => ({
        ...{ leaves: answered, shown: {} },
        entries: keyed.filter((hit) => hit.person === person).map(({ record }) => record),
      })),
      // Of an outdated list, false matches clear nobody.
      withoutHits: Object.fromEntries(
        answered.map((path) => [path, outdated ? doubtful('The list is too old') : clear('No hit')]),
      ),
    };
    return { name, assessment };
  });

const document = fc
  .record({
    name: fc.constantFrom('document' as const, 'document_with_address_information' as const),
    leaves: fc.record({
      'data_comparison.last_name': finding,
      'data_consistency.last_name': finding,
      'data_validation.mrz': finding,
      'visual_authenticity.fonts': finding,
      // It follows from those beside it.
      'visual_authenticity.other': fc.constant(unassessed('It repeats the others')),
      'image_integrity.image_quality': finding,
    }),
    analysed: fc.boolean(),
  })
  .map(({ name, leaves, analysed }) => ({ name, ...(analysed && { assessment: { leaves, properties: {} } }) }));

/** The report as its page gets it. */
function shown(report: Report): PageReport {
  const decided = (report.decisions ?? []).flatMap(({ hits = [] }) => hits);
  const { hits = [], records = [] } = report.assessment ?? {};
  return {
    name: report.name,
    doubts: openDoubts(report),
    leaves: presentLeaves(report),
    hits: hits.map(({ record, leaves }) => ({
      ...{ ...record, leaves, review: [], suppressible: true },
      decided: decided.findLast((one) => isRecord(one.record, record)) ?? null,
      alike: records
        .flatMap(({ entries = [] }) => (entries.some((one) => isRecord(one, record)) ? entries : []))
        .filter((one) => !isRecord(one, record)),
    })),
  } as unknown as PageReport;
}

/** What a reviewer marks: pairs of what is marked, and as what, each taken from what the page offers. */
function markedBy(report: PageReport, picks: readonly (readonly [number, number, boolean])[]): Marks {
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];
  const paths = Object.keys(report.leaves);
  return picks.reduce((marks, [what, as, ofHit]) => {
    const hit = ofHit ? pick(openHits(report), what) : undefined;
    const verdict = hit && pick(verdictsOf(report, hit), as);
    if (hit && verdict) {
      const marked = markedHit(report, marks, hit, verdict);
      const suppressed = Object.entries(marked.hits).map(([key, mark]) => [key, { ...mark, suppress: as > 5 }]);
      return { ...marked, hits: Object.fromEntries(suppressed) };
    }
    const path = pick(paths, what);
    const result = path && pick(resultsOf(report, path), as);
    return path && result ? markedLeaves(report, marks, [path], result) : marks;
  }, none);
}

/** Keeps a decision that the core takes, and that leaves something open. */
function keepIfOpen(report: Report, decision: LeafDecision, keep: (decision: Decision) => void): void {
  try {
    if (decidedByLeaves(report, decision)) return;
  } catch {
    return;
  }
  keep(decision);
}

test('a page offers no decision that the core refuses', () => {
  const picks = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.boolean()), { maxLength: 5 });
  const about = { applicant: { first_name: 'Ada', last_name: 'Lovelace', id_numbers: [] }, region: 'eu' } as const;
  let offered = 0;
  fc.assert(
    fc.property(
      // A report waits where something is in doubt, or nothing was analysed.
      fc.oneof(watchlist, document).filter(({ assessment }) => !assessment || doubtsOf(assessment).length > 0),
      fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...hitVerdicts)), { maxLength: 3 }),
      fc.array(fc.record({ picks, taken: fc.nat(5), note: fc.constantFrom('Seen', 'Seen by hand, twice') })),
      (made, before, steps) => {
        const decisions: ReportDecision[] = [];
        const report = { ...made, status: 'awaiting_approval', decisions } as unknown as Report;
        const keep = (decision: Decision) =>
          decisions.push({
            ...{ at: 0, note: decision.note, result: null, hits: hitsOf(decision).map((hit) => keptHit(hit, null)) },
            ...('leaves' in decision && { leaves: decision.leaves }),
          });
        // An operator has decided some hits before, of one person not all.
        for (const [index, verdict] of before) {
          const record = report.assessment?.hits?.[index]?.record;
          const reason = verdict === 'false_match' ? { reason: 'other' as const } : {};
          if (record)
            keepIfOpen(
              report,
              { leaves: {}, hits: [{ record, decision: verdict, note: 'x', ...reason }], note: 'x' },
              keep,
            );
        }
        for (const { picks: marked, taken, note } of steps) {
          const page = shown(report);
          const choices = choicesOf(page, markedBy(page, marked));
          expect(choices.length).toBeGreaterThan(0);
          const bodies = choices.map((choice) => choice.body(note));
          const outcomes = bodies.map((body) => {
            offered += 1;
            const decision = decisionOf(body as Parameters<typeof decisionOf>[0]);
            const outcome =
              'leaves' in decision ? decidedByLeaves(report, decision) : decidedWhole(report, decision, about);
            return { decision, outcome };
          });
          const next = outcomes[taken % Math.max(1, outcomes.length)];
          if (!next || next.outcome) return;
          keep(next.decision);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(offered).toBeGreaterThan(2000);
});
