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
import { outcomeText, toneOf } from '../../../packages/dashboard/src/review/outcome-text.ts';
import type { Report as PageReport } from '../../../packages/dashboard/src/types.ts';
import { decisionOf, repeatOf } from '../../../packages/server/src/api/operator/report-decision.ts';
import { settlesOf } from '../../../packages/server/src/api/operator/report-decision-state.ts';
import { presentLeaves } from '../../../packages/server/src/api/operator/report-whole.ts';
import { leafResults } from '../../../packages/server/src/reports/breakdown.ts';
import { hitVerdicts, isRecord } from '../../../packages/server/src/reports/hit.ts';
import {
  clear,
  consider,
  doubtful,
  doubtsOf,
  unassessed,
} from '../../../packages/server/src/reports/live/assessment.ts';
import type { Assessment, LeafFinding } from '../../../packages/server/src/reports/outcome.ts';
import {
  type Decision,
  decidedByLeaves,
  decidedWhole,
  hitsOf,
  type LeafDecision,
  openDoubts,
} from '../../../packages/server/src/reports/records/decision.ts';
import { keptHit } from '../../../packages/server/src/reports/records/hit-decision.ts';
import type { Report, ReportDecision } from '../../../packages/server/src/reports/records/report.ts';
import {
  contentOfDecision,
  type DecisionContent,
  isSameContent,
  settlesAll,
} from '../../../packages/server/src/review/dual-control/decision-content.ts';
import { foreseen } from '../../../packages/server/src/review/foresee.ts';

const finding: fc.Arbitrary<LeafFinding> = fc.constantFrom(
  ...[clear('Sound'), consider('Differs'), doubtful('Unclear'), doubtful('Unclear, too'), unassessed('Nothing read')],
);

/** Hits of three lists; hits with one number belong to one person. */
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
        leaves: answered,
        shown: {},
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

interface Earlier {
  readonly decision: Decision;
  readonly gist: DecisionContent;
}

/** State of the report for the person who decides next. */
const standingOf = (earlier: readonly Earlier[]) => ({
  decisions: earlier.map(({ decision, gist }) => ({
    result: gist.result,
    by_name: 'Rita',
    repeat: repeatOf(decision),
  })),
  settles: settlesOf(earlier),
});

/** The report as its page gets it; `earlier`: the two decisions that differ, for a third reviewer. */
function shown(report: Report, earlier: readonly Earlier[] = []): PageReport {
  const decided = (report.decisions ?? []).flatMap(({ hits = [] }) => hits);
  const { hits = [], records = [] } = report.assessment ?? {};
  return {
    name: report.name,
    doubts: openDoubts(report),
    leaves: presentLeaves(report),
    standing: standingOf(earlier),
    hits: hits.map(({ record, leaves }) => ({
      ...record,
      leaves,
      review: [],
      suppressible: true,
      decided: decided.findLast((one) => isRecord(one.record, record)) ?? null,
      alike: records
        .flatMap(({ entries = [] }) => (entries.some((one) => isRecord(one, record)) ? entries : []))
        .filter((one) => !isRecord(one, record)),
    })),
  } as unknown as PageReport;
}

/** Marks of a reviewer: pairs of a subject and its verdict, each taken from the page's offers. */
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

const picks = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.boolean()), { maxLength: 5 });
/** The values that a page shows for comparison. Reasons depend on them, decisions do not. */
const BASIS = 'document';

const about = { applicant: { first_name: 'Ada', last_name: 'Lovelace', id_numbers: [] }, region: 'eu' } as const;

// A report waits where something is in doubt, or nothing was analysed.
const waiting = fc
  .oneof(watchlist, document)
  .filter(({ assessment }) => !assessment || doubtsOf(assessment).length > 0);

/** The decision that the interface takes from a body, with its outcome; throws for what the core refuses. */
function taken(report: Report, body: object) {
  const decision = decisionOf(body as Parameters<typeof decisionOf>[0]);
  const outcome = 'leaves' in decision ? decidedByLeaves(report, decision) : decidedWhole(report, decision, about);
  return { decision, outcome };
}

const ends = { clear: 'Clear', consider: 'Consider', unidentified: 'Unidentified' } as const;
const tones = { clear: 'clear', consider: 'consider', unidentified: 'consider' } as const;

/** The number of choices that named each outcome. */
const said = { clear: 0, consider: 0, waits: 0, mixed: 0 };

/** Expects that the text and the colour of a choice are of the outcome that the core stores for its decision. */
function expectSaid(report: Report, { decision, outcome }: ReturnType<typeof taken>): void {
  const seen = { ...foreseen(report, decision, { ...about, sanctioned: false }), needs_another: false };
  const text = outcomeText(seen);
  if (!outcome) {
    said.waits += 1;
    expect([text.startsWith('The report stays in the queue'), toneOf(seen)]).toEqual([true, 'open']);
    return;
  }
  const result = outcome.result as keyof typeof ends;
  const clears = 'leaves' in decision && Object.values(decision.leaves).every((one) => one === 'clear');
  // A green "Clear" would be wrong here: another leaf is flagged.
  if (clears && result === 'consider') said.mixed += 1;
  said[result === 'clear' ? 'clear' : 'consider'] += 1;
  expect([text.split(/[ :.(]+/)[4], toneOf(seen)]).toEqual([ends[result], tones[result]]);
  expect([seen.result, seen.sub_result]).toEqual([outcome.result, outcome.sub_result]);
  for (const [path, found] of leafResults(outcome.breakdown)) {
    const flagged = found === 'consider' || found === 'unidentified';
    if (path !== 'visual_authenticity.other') expect([path, seen.flagged.includes(path)]).toEqual([path, flagged]);
  }
}

test('a page offers no decision that the core refuses, and says what the core makes of the report', () => {
  let offered = 0;
  fc.assert(
    fc.property(
      waiting,
      fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...hitVerdicts)), { maxLength: 3 }),
      fc.array(fc.record({ picks, taken: fc.nat(5), note: fc.constantFrom('Seen', 'Seen by hand, twice') })),
      (made, before, steps) => {
        const decisions: ReportDecision[] = [];
        const report = { ...made, status: 'awaiting_approval', decisions } as unknown as Report;
        const keep = (decision: Decision) =>
          decisions.push({
            at: 0,
            note: decision.note,
            result: null,
            hits: hitsOf(decision).map((hit) => keptHit(hit, null)),
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
        for (const { picks: marked, taken: index, note } of steps) {
          const page = shown(report);
          const choices = choicesOf(page, markedBy(page, marked), BASIS);
          expect(choices.length).toBeGreaterThan(0);
          const outcomes = choices.map((choice) => {
            offered += 1;
            const one = taken(report, choice.body(note));
            expectSaid(report, one);
            return one;
          });
          const next = outcomes[index % Math.max(1, outcomes.length)];
          if (!next || next.outcome) return;
          keep(next.decision);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(offered).toBeGreaterThan(2000);
  for (const [what, count] of Object.entries(said)) expect([what, count > 50]).toEqual([what, true]);
});

test('a sanctioned document changes the outcome of a decision, and the choice says so', () => {
  const report = { name: 'watchlist_standard', assessment: undefined, decisions: [] } as unknown as Report;
  const decision = decisionOf({ result: 'clear', note: 'Seen' });
  const seen = { ...foreseen(report, decision, { ...about, sanctioned: true }), needs_another: true };
  expect([outcomeText(seen), toneOf(seen)]).toEqual([
    ...[
      'If another reviewer agrees: The report ends without a result because a document is from a sanctioned country.',
      'open',
    ],
  ]);
});

/** Choice of one person, as the page offers it; of two hits of one person maybe one alone, as an operator may. */
const choosing = fc.record({
  picks,
  index: fc.nat(5),
  first: fc.boolean(),
  note: fc.constantFrom('Seen', 'Seen by hand'),
});

function chosen(
  report: Report,
  { picks: marked, index, first, note }: typeof choosing extends fc.Arbitrary<infer T> ? T : never,
): Earlier {
  const page = shown(report);
  const choices = choicesOf(page, markedBy(page, marked), BASIS);
  const { decision, outcome } = taken(report, (choices[index % choices.length] as (typeof choices)[number]).body(note));
  const [hit, ...others] = hitsOf(decision);
  if (first && hit && others.length > 0) {
    const alone = { leaves: {}, hits: [hit], note };
    return { decision: alone, gist: contentOfDecision(alone, decidedByLeaves(report, alone)) };
  }
  return { decision, gist: contentOfDecision(decision, outcome) };
}

test('a page offers a third reviewer no decision that the core refuses', () => {
  const offered = { asEither: 0, marked: 0, whole: 0 };
  fc.assert(
    fc.property(waiting, choosing, choosing, picks, (made, one, other, marked) => {
      const report = { ...made, status: 'awaiting_approval', decisions: [] } as unknown as Report;
      const [first, second] = [chosen(report, one), chosen(report, other)];
      if (isSameContent(first.gist, second.gist)) return;
      const page = shown(report, [first, second]);
      const choices = choicesOf(page, markedBy(page, marked), BASIS);
      expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
      const gists = choices.map((choice) => {
        const { decision, outcome } = taken(report, choice.body('The third'));
        return contentOfDecision(decision, outcome);
      });
      for (const gist of gists) {
        const same = [first, second].some((earlier) => isSameContent(earlier.gist, gist));
        expect(same || settlesAll(gist, [first.gist, second.gist])).toBe(true);
      }
      if (first.gist.result !== null && second.gist.result !== null) {
        offered.whole += 1;
        return;
      }
      expect(gists.slice(0, 2)).toEqual([first.gist, second.gist]);
      offered.asEither += 1;
      if (gists.length > 2) offered.marked += 1;
    }),
    { numRuns: 2000 },
  );
  for (const count of Object.values(offered)) expect(count).toBeGreaterThan(20);
});
