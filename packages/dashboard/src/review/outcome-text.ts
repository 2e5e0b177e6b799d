import type { DecisionState, Foreseen } from '../types.ts';
import { plain, words } from '../words.ts';
import { nameOf } from './doubts.ts';

const { review: say } = words;

/** The colour of a choice: green only where the report ends as Clear. */
export const toneOf = (foreseen: Foreseen | null | undefined): 'clear' | 'consider' | 'open' | '' => {
  if (!foreseen) return '';
  if (foreseen.status !== 'complete') return 'open';
  return foreseen.result === 'clear' ? 'clear' : 'consider';
};

/** The outcome of the report, as a sentence. */
export function outcomeText({ status, result, sub_result, flagged, doubts, needs_another }: Foreseen): string {
  const text = () => {
    if (status === 'awaiting_approval') return say.outcome.waits(doubts.length);
    if (status !== 'complete') return say.outcome.withdrawn;
    const names = [...new Set(flagged.map(nameOf))];
    const sub = sub_result !== null && sub_result !== result ? plain(sub_result) : null;
    return say.outcome.ends(plain(result ?? ''), sub, names);
  };
  return needs_another ? say.outcome.withAnother(text()) : text();
}

/** The result of a second look, as a sentence. The report keeps its result. */
export function lookText({ status, result, sub_result }: Foreseen): string {
  if (status === 'awaiting_approval') return words.secondLooks.leavesOpen;
  const distinct = new Set([result, sub_result].filter((one) => one !== null));
  return words.secondLooks.says([...distinct].map(plain).join(', '));
}

/** A decision in words: the result of the whole report with its sub-result, else the result of each leaf and hit. */
export function decisionText({ result, sub_result, leaves, hits }: DecisionState['decisions'][number]): string {
  if (result !== null) {
    const distinct = sub_result === null || sub_result === result ? [result] : [result, sub_result];
    return distinct.map(plain).join(', ');
  }
  const ofLeaves = Object.entries(leaves).map(([path, found]) => `${nameOf(path)}: ${found}`);
  return [...ofLeaves, ...hits.map(({ source_id, decision }) => `${source_id}: ${plain(decision)}`)].join('; ');
}
