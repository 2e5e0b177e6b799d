import type { Hit, HitVerdict, RecordKey, Report } from '../types.ts';

/** A reviewer's marks on one hit; `reason` and `suppress` apply to a false match. */
export interface HitMark {
  readonly verdict: HitVerdict;
  readonly reason: string;
  readonly suppress: boolean;
}

export type LeafResult = 'clear' | 'consider';

/** A reviewer's undecided marks on single hits and leaves. */
export interface Marks {
  readonly hits: Readonly<Record<string, HitMark>>;
  readonly leaves: Readonly<Record<string, LeafResult>>;
}

export const none: Marks = { hits: {}, leaves: {} };

export const keyOf = ({ list, source_id }: RecordKey): string => `${list} ${source_id}`;

export const isMarked = ({ hits, leaves }: Marks): boolean => Object.keys(hits).length + Object.keys(leaves).length > 0;

/** The hits that can be decided: a reviewer has not judged them, or was unsure, and no decision on their leaves has settled them. */
export const openHits = ({ hits, leaves }: Report): Hit[] =>
  hits.filter(
    (hit) =>
      (hit.decided === null || hit.decided.decision === 'unsure') &&
      hit.leaves.some((path) => leaves[path]?.decided === null),
  );

const verdicts: readonly HitVerdict[] = ['false_match', 'true_match', 'unsure'];
const opposite: Readonly<Partial<Record<HitVerdict, HitVerdict>>> = {
  true_match: 'false_match',
  false_match: 'true_match',
};

/** The open hits of the person whom a hit lists: they are decided alike. */
function openAlike(report: Report, hit: Hit): readonly Hit[] {
  const all = new Set([hit, ...hit.alike].map(keyOf));
  return openHits(report).filter((one) => all.has(keyOf(one)));
}

/**
 * Verdicts that the service accepts on a hit: never the opposite of the decision on another entry of the same person. A third
 * reviewer can't decide a hit that one of the first two left open.
 */
export function verdictsOf(report: Report, hit: Hit): readonly HitVerdict[] {
  const { hits, standing } = report;
  const settles = standing.settles && new Set(standing.settles.hits.map(keyOf));
  if (settles && !openAlike(report, hit).every((one) => settles.has(keyOf(one)))) return [];
  const others = new Set(hit.alike.map(keyOf));
  const decided = hits.filter((hit) => others.has(keyOf(hit))).map((hit) => hit.decided?.decision);
  return verdicts.filter((verdict) => !decided.some((one) => one !== undefined && opposite[one] === verdict));
}

/** A leaf of documents that repeats those beside it. */
const FOLLOWS = 'visual_authenticity.other';

/**
 * Results that the service accepts on a leaf: never clear over a hit that isn't ruled out, and none on a leaf that a reviewer has
 * decided. A third reviewer can't decide a leaf that one of the first two left open.
 */
export function resultsOf(report: Report, path: string): readonly LeafResult[] {
  const leaf = report.leaves[path];
  const { settles } = report.standing;
  if (!leaf || leaf.decided !== null || path === FOLLOWS || (settles && !settles.leaves.includes(path))) return [];
  const standing = report.hits.some(
    ({ leaves, decided }) => leaves.includes(path) && decided?.decision !== 'false_match',
  );
  const clears = !standing && (leaf.doubt || leaf.result !== 'clear');
  const considers = leaf.doubt || leaf.result === 'clear' || leaf.result === null;
  return [...(clears ? (['clear'] as const) : []), ...(considers ? (['consider'] as const) : [])];
}

/** A date or its beginning; lists also say `about 1949`, which differs from nothing for certain. */
const DATE = /^\d{4}(-\d\d){0,2}$/;

/** The reason why a hit is another person: the first point on which the two have nothing in common. */
export function differenceOf({ review }: Hit): string {
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
  const same = (a: string, b: string) => a === b;
  return differs('nationality', same, () => true) ? 'different_nationality' : 'other';
}

/** Sets a value on all keys, or removes it if all have it already. */
function toggled<T>(marks: Readonly<Record<string, T>>, keys: readonly string[], value: T, same: (a: T) => boolean) {
  const before = keys.every((key) => marks[key] !== undefined && same(marks[key]));
  const rest = Object.entries(marks).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(before ? rest : [...rest, ...keys.map((key) => [key, value] as const)]);
}

/** Marks a hit, and the others of the same person, which are decided alike; the same verdict again takes the mark back. */
export function markedHit(report: Report, marks: Marks, hit: Hit, verdict: HitVerdict): Marks {
  if (!verdictsOf(report, hit).includes(verdict)) return marks;
  const alike = openAlike(report, hit);
  const mark = { verdict, reason: differenceOf(hit), suppress: false };
  const hits = toggled(marks.hits, alike.map(keyOf), mark, (one) => one.verdict === verdict);
  return { ...marks, hits };
}

/** Marks leaves, as far as they take the result; the same result again takes the marks back. */
export function markedLeaves(report: Report, marks: Marks, paths: readonly string[], result: LeafResult): Marks {
  const taken = paths.filter((path) => resultsOf(report, path).includes(result));
  return { ...marks, leaves: toggled(marks.leaves, taken, result, (one) => one === result) };
}
