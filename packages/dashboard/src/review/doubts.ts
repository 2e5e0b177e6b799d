import type { Leaf, Report } from '../types.ts';
import { plain, words } from '../words.ts';

const { review: say } = words;

/** `data_comparison.first_name` by its last part. */
export const nameOf = (path: string): string => plain(path.split('.').at(-1) as string);

/** A leaf that a person looks at, with those for which the same was found. */
export interface Flag extends Leaf {
  readonly path: string;
  /** Its own path first. */
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

/** Whether sources differ: the surest ground of a doubt, and the quickest to see. */
const differs = ({ values }: Leaf): boolean => values?.some(({ differing }) => differing.length > 0) ?? false;

/** What a leaf says by now: a reviewer's decision outweighs what analysers found. */
export const resultOf = ({ decided, result }: Leaf): string | null => decided ?? result;

/**
 * What a person has to look at: leaves in doubt, then those that are considered; of each, those whose sources differ first. Leaves of
 * one reason, measure and state are one.
 */
export function flagged({ doubts, leaves }: Report): readonly Flag[] {
  const considered = consideredIn(leaves).filter((path) => !doubts.includes(path));
  const flags: Flag[] = [];
  for (const paths of [doubts, considered]) {
    const found = paths.flatMap((path) => (leaves[path] ? [{ ...leaves[path], path }] : []));
    for (const leaf of found.toSorted((a, b) => Number(differs(b)) - Number(differs(a)))) {
      const same = flags.findIndex(
        ({ reason, measure, doubt, decided }) =>
          reason === leaf.reason && measure === leaf.measure && doubt === leaf.doubt && decided === leaf.decided,
      );
      const first = flags[same];
      if (first) {
        flags[same] = { ...first, names: [...first.names, nameOf(leaf.path)], paths: [...first.paths, leaf.path] };
      } else flags.push({ ...leaf, names: [nameOf(leaf.path)], paths: [leaf.path] });
    }
  }
  return flags;
}

const consideredIn = (leaves: Report['leaves']): string[] =>
  Object.entries(leaves).flatMap(([path, leaf]) => (resultOf(leaf) === 'consider' ? [path] : []));

/** The first doubt with its reason, and how many there are beside it. */
function doubtOf(report: Report): string | null {
  const [first, ...others] = flagged(report).filter(({ path }) => report.doubts.includes(path));
  if (!first) return null;
  const more = others.length > 0 ? ` ${say.andMore(others.length)}` : '';
  const reason = more && !first.reason.endsWith('.') ? `${first.reason}.` : first.reason;
  return `${first.names.join(', ')}: ${reason}${more}`;
}

/** Why a person is asked, or what was found, in one sentence. */
export function sentenceOf(report: Report): string {
  const { leaves, hits, decisions, failure, status, result, proposal } = report;
  if (proposal) return say.kept;
  if (status !== 'awaiting_approval') {
    // A true match considers its leaves, which nobody has decided by themselves.
    const matched = hits.filter(({ decided }) => decided?.decision === 'true_match').flatMap((hit) => hit.leaves);
    const names = [...new Set([...consideredIn(leaves), ...matched])].map(nameOf);
    if (result === 'consider' && names.length > 0) return `${say.considered}: ${names.join(', ')}`;
    return decisions.length > 0 ? say.decidedByHand : say.done;
  }
  if (failure !== null) return say.failed;
  return doubtOf(report) ?? say.unanalysed;
}
