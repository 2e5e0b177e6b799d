import type { Leaf, Report } from '../types.ts';
import { plain, words } from '../words.ts';

const { review: say } = words;

/** `data_comparison.first_name` by its last part; a hit on the blocklist by the value that is listed. */
export const nameOf = (path: string): string => words.lists.leaves[path] ?? plain(path.split('.').at(-1) as string);

/** A leaf that a reviewer looks at, with the leaves for which the same was found. */
export interface Flag extends Leaf {
  readonly path: string;
  /** Paths of all leaves of the flag, `path` first. */
  readonly paths: readonly string[];
  readonly names: readonly string[];
  /** Nothing was found against these leaves, but evidence is missing. All such leaves are one flag, with reasons of their own. */
  readonly unconfirmed: boolean;
}

/** Returns whether sources differ: the surest ground of a doubt, and the quickest to see. */
const differs = ({ values }: Leaf): boolean => values?.some(({ differing }) => differing.length > 0) ?? false;

/** Current result of a leaf: a reviewer's decision outweighs the analysers' findings. */
export const resultOf = ({ decided, result }: Leaf): string | null => decided ?? result;

const UNCONFIRMED = 'unconfirmed';

/**
 * The doubts that a reviewer has to look at, the gravest first, as the service ranks them. Leaves of one kind whose sources differ come first among
 * their kind. Leaves of one reason, measure and state are one flag, and so are all leaves for which evidence is missing.
 */
export function flagged({ concerns, leaves }: Report): readonly Flag[] {
  const found = concerns.flatMap(({ path, kind, doubt }) =>
    leaves[path] ? [{ ...leaves[path], path, kind, group: `${kind} ${doubt}` }] : [],
  );
  const groups = [...new Set(found.map(({ group }) => group))];
  const ranked = found.toSorted(
    (a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || Number(differs(b)) - Number(differs(a)),
  );
  const flags: Flag[] = [];
  for (const { kind, group: _, ...leaf } of ranked) {
    const unconfirmed = kind === UNCONFIRMED;
    const same = flags.findIndex((flag) => flag.unconfirmed === unconfirmed && (unconfirmed || isAlike(flag, leaf)));
    const first = flags[same];
    if (first) {
      flags[same] = { ...first, names: [...first.names, nameOf(leaf.path)], paths: [...first.paths, leaf.path] };
    } else flags.push({ ...leaf, unconfirmed, names: [nameOf(leaf.path)], paths: [leaf.path] });
  }
  return flags.map((flag) => (flag.unconfirmed && flag.paths.length > 1 ? withoutFigures(flag) : flag));
}

const isAlike = (a: Leaf, b: Leaf): boolean =>
  a.reason === b.reason && a.measure === b.measure && a.doubt === b.doubt && a.decided === b.decided;

/** The flag of the leaves for which evidence is missing: each has a reason and a measure of its own. */
function withoutFigures({ measure: _, threshold: __, values: ___, settles: ____, ...flag }: Flag): Flag {
  return { ...flag, reason: say.unconfirmed(flag.paths.length) };
}

/** The gravest doubt with its reason, and how many there are beside it. */
function doubtOf(report: Report): string | null {
  const [first, ...others] = flagged(report).filter(({ paths }) => paths.some((path) => report.doubts.includes(path)));
  if (!first) return null;
  const left = others.reduce((sum, { paths }) => sum + paths.length, 0);
  const more = left > 0 ? ` ${say.andMore(left)}` : '';
  const reason = more && !first.reason.endsWith('.') ? `${first.reason}.` : first.reason;
  return first.unconfirmed && first.paths.length > 1
    ? `${reason}${more}`
    : `${first.names.join(', ')}: ${reason}${more}`;
}

const consideredIn = (leaves: Report['leaves']): string[] =>
  Object.entries(leaves).flatMap(([path, leaf]) => (resultOf(leaf) === 'consider' ? [path] : []));

/** One sentence with the reason why a reviewer is asked, or the finding. */
export function sentenceOf(report: Report): string {
  const { leaves, hits, decisions, failure, status, result, proposal, cleared_by_class: by } = report;
  if (proposal) return say.kept;
  if (report.waits_for_applicant) return words.asking.waits;
  if (status !== 'awaiting_approval') {
    // A true match considers its leaves, which nobody has decided by themselves.
    const matched = hits.filter(({ decided }) => decided?.decision === 'true_match').flatMap((hit) => hit.leaves);
    const names = [...new Set([...consideredIn(leaves), ...matched])].map(nameOf);
    if (result === 'consider' && names.length > 0) return `${say.considered}: ${names.join(', ')}`;
    if (by) return say.clearedByClass(by.reviewed, by.overturned);
    return decisions.length > 0 ? say.decidedByHand : say.done;
  }
  if (failure !== null) return withListHits(report, say.failed);
  return (
    doubtOf(report) ?? (report.portrait_changed ? words.asking.portraitChanged : withListHits(report, say.unanalysed))
  );
}

/** A sentence about a report without findings, after the kinds of its hits on the blocklist, which no finding names then. */
function withListHits({ list_hits }: Report, sentence: string): string {
  const kinds = new Set(list_hits.filter(({ list, exempt }) => list === 'block' && !exempt).map(({ kind }) => kind));
  const names = [...kinds].map((kind) => words.lists.kinds[kind]);
  return names.length > 0 ? `${words.lists.hitNames(names.join(', '))} ${sentence}` : sentence;
}

/** The question of a report that answers for an age alone, with its answer once there is one. */
export function ageSentence(age: number, { status, properties }: Pick<Report, 'status' | 'properties'>): string {
  if (status !== 'complete') return say.ageAsked(age);
  const answer: unknown = properties[`over_${age}`];
  return `${say.ageAsked(age)} ${say.ageAnswers[answer === true ? 'yes' : answer === false ? 'no' : 'unsure']}`;
}
