import type { Hit, HitVerdict, Report } from '../types.ts';
import { words } from '../words.ts';
import {
  differenceOf,
  type HitMark,
  isMarked,
  keyOf,
  type LeafResult,
  type Marks,
  openHits,
  resultsOf,
  verdictsOf,
} from './marks.ts';
import { type Basis, reasonOfHits, reasonsOf } from './reasons.ts';

/** A decision that is ready: its label, its reason, and the body that the interface takes. */
export interface Choice {
  readonly label: string;
  /** The reason that is recorded; null where the reviewer has to give one. */
  readonly note: string | null;
  body(note: string): object;
}

const { decisions, notes } = words;

/** Minimum number of characters of a suppression's note. */
const SUPPRESSION_NOTE = 10;

function hitBody({ list, source_id }: Hit, { verdict, reason, suppress }: HitMark, note: string): object {
  const decided = { record: { list, source_id }, decision: verdict };
  if (verdict !== 'false_match') return decided;
  const short = note.trim().length < SUPPRESSION_NOTE;
  return {
    ...decided,
    reason,
    ...(suppress && { suppress, ...(short && { note: `${notes.short} ${note}` }) }),
  };
}

/** Decisions on single hits and leaves. */
interface Parts {
  readonly hits: readonly (readonly [Hit, HitMark])[];
  readonly leaves: Readonly<Record<string, LeafResult>>;
}

const bodyOf = ({ hits, leaves }: Parts, note: string): object => ({
  note,
  leaves,
  ...(hits.length > 0 && { hits: hits.map(([hit, mark]) => hitBody(hit, mark, note)) }),
});

const asVerdict = (hits: readonly Hit[], verdict: HitVerdict): Parts['hits'] =>
  hits.map((hit) => [hit, { verdict, reason: differenceOf(hit), suppress: false }]);

const asResult = (paths: readonly string[], result: LeafResult): Parts['leaves'] =>
  Object.fromEntries(paths.map((path) => [path, result]));

/** Returns whether the service accepts a verdict on every one of these hits. */
const allow = (report: Report, hits: readonly Hit[], verdict: HitVerdict): boolean =>
  hits.every((hit) => verdictsOf(report, hit).includes(verdict));

/** The decisions that all open hits can have alike. */
const ofHits = (report: Report, hits: readonly Hit[]): Choice[] =>
  (
    [
      ['false_match', decisions.other],
      ['true_match', decisions.match],
      ['unsure', decisions.unsure],
    ] as const
  )
    .filter(([verdict]) => allow(report, hits, verdict))
    .map(([verdict, label]) => ({
      label,
      note: reasonOfHits(hits, verdict),
      body: (text) => bodyOf({ hits: asVerdict(hits, verdict), leaves: {} }, text),
    }));

/** Choices from the marks: the marks with one decision on the rest, or, as the last choice, the marks alone. */
function ofMarks(report: Report, marks: Marks, basis: Basis): Choice[] {
  const open = openHits(report);
  const marked: Parts = {
    hits: open.flatMap((hit) => (marks.hits[keyOf(hit)] ? [[hit, marks.hits[keyOf(hit)] as HitMark] as const] : [])),
    leaves: marks.leaves,
  };
  const isLeft = (hit: Hit) =>
    !marks.hits[keyOf(hit)] && hit.leaves.some((path) => !marks.leaves[path] && report.leaves[path]?.decided === null);
  const hits = open.filter(isLeft);
  const leaves = report.doubts.filter((path) => !marks.leaves[path] && !open.some((hit) => hit.leaves.includes(path)));
  const left = hits.length + leaves.length;
  const { marked: note } = reasonsOf(basis);
  const alone: Choice = {
    label: left > 0 ? decisions.markedAlone(left) : decisions.marked,
    note,
    body: (text) => bodyOf(marked, text),
  };
  if (left === 0) return [alone];
  const withRest = (verdict: HitVerdict, result: LeafResult, label: string): Choice[] =>
    allow(report, hits, verdict) && leaves.every((path) => resultsOf(report, path).includes(result))
      ? [
          {
            label,
            note,
            body: (text) =>
              bodyOf(
                {
                  hits: [...marked.hits, ...asVerdict(hits, verdict)],
                  leaves: { ...marked.leaves, ...asResult(leaves, result) },
                },
                text,
              ),
          },
        ]
      : [];
  const ofPeople = hits.length > 0;
  return [
    ...withRest('false_match', 'clear', ofPeople ? decisions.restOther : decisions.restClear),
    ...withRest('true_match', 'consider', ofPeople ? decisions.restMatch : decisions.restConsider),
    alone,
  ];
}

/** Returns whether a doubt surely stays once the marks are decided: no mark settles it. */
function staysOpen(report: Report, marks: Marks): boolean {
  const settled = openHits(report)
    .filter((hit) => (marks.hits[keyOf(hit)]?.verdict ?? 'unsure') !== 'unsure')
    .flatMap((hit) => hit.leaves);
  return report.doubts.some((path) => !marks.leaves[path] && !settled.includes(path));
}

/**
 * Choices of a third reviewer, if one of the first two left something open: the decision of either, or the marked part of their
 * common decision. The service accepts the latter only while it leaves the report open.
 */
function ofThird(report: Report, marks: Marks, basis: Basis): Choice[] {
  const { hits, standing } = report;
  const suppressed = new Set(hits.filter(({ suppressible }) => !suppressible).map(keyOf));
  const asEither = standing.decisions.flatMap(({ by_name, repeat }, index): Choice[] => {
    // A record that was suppressed meanwhile is not suppressed again.
    if (repeat.hits?.some(({ record, suppress }) => suppress && suppressed.has(keyOf(record)))) return [];
    return [
      {
        label: decisions.as(by_name, index),
        note: notes.as,
        body: (note) => ({ ...repeat, note }),
      },
    ];
  });
  return isMarked(marks) && staysOpen(report, marks)
    ? [...asEither, ...ofMarks(report, marks, basis).slice(-1)]
    : asEither;
}

/**
 * The likeliest decisions on a report that the service accepts, the likeliest first.
 * @param basis what the page shows to compare: the reasons go by it
 */
export function choicesOf(report: Report, marks: Marks, basis: Basis): readonly Choice[] {
  if (report.standing.settles) return ofThird(report, marks, basis);
  if (isMarked(marks)) return ofMarks(report, marks, basis);
  const open = openHits(report);
  if (open.length > 0) return ofHits(report, open);
  // A document that is considered as a whole needs a sub-result: no leaf is flagged that would imply one.
  const caution = report.name.startsWith('document') ? { sub_result: 'caution' } : {};
  const doubts = report.doubts.length;
  const body = (result: LeafResult) => (note: string) =>
    doubts > 0
      ? bodyOf({ hits: [], leaves: asResult(report.doubts, result) }, note)
      : { result, note, ...(result === 'consider' && caution) };
  const reasons = reasonsOf(basis);
  const clear: Choice = {
    label: doubts > 0 ? decisions.clear(doubts) : decisions.clearAll,
    note: reasons.clear,
    body: body('clear'),
  };
  const consider: Choice = {
    label: doubts > 0 ? decisions.consider(doubts) : decisions.considerAll,
    note: reasons.consider,
    body: body('consider'),
  };
  const both = report.doubts.every((path) => resultsOf(report, path).includes('clear'))
    ? [clear, consider]
    : [consider];
  if (!report.name.startsWith('document')) return both;
  const suspected = (note: string) => ({ result: 'consider', sub_result: 'suspected', note });
  return [...both, { label: decisions.suspected, note: reasons.suspected, body: suspected }];
}
