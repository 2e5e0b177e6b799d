import { AGE_LEAF } from '../../reports/age-only.ts';
import { leafResults } from '../../reports/breakdown.ts';
import type { Breakdowns, Leaf, Outcome, Result } from '../../reports/outcome.ts';
import { leafSubResult } from '../../reports/results.ts';

/** The property with the answer: `over_18`. */
export const ageProperty = (age: number): string => `over_${age}`;

/**
 * Answer of a report that was asked for an age alone. True where everything is clear, false where nothing but the age is against the
 * holder. Null where the document was not accepted or its age is unsure.
 */
function answerOf({ result, sub_result, breakdown }: Answered): boolean | null {
  const age = ageLeaf(breakdown).result;
  if (result === 'clear') return age === 'clear' ? true : null;
  const others = leafResults(breakdown).filter(([path, found]) => path !== AGE_LEAF && isFlagged(found));
  return age === 'consider' && sub_result === leafSubResult(AGE_LEAF) && others.length === 0 ? false : null;
}

type Answered = Pick<Outcome, 'result' | 'sub_result' | 'breakdown'>;

const ageLeaf = ({ age_validation }: Breakdowns): Leaf =>
  age_validation?.breakdown?.minimum_accepted_age ?? { result: null };

const isFlagged = (result: Result) => result !== null && result !== 'clear';

/** The body of a report that answers whether its holder has an age, and discloses nothing else: no data, no other leaf. */
export function ageOnly(outcome: Answered, age: number): Pick<Outcome, 'breakdown' | 'properties'> {
  const answer = answerOf(outcome);
  const result = answer === null ? null : answer ? 'clear' : 'consider';
  const breakdown: Breakdowns = {
    age_validation: { result, breakdown: { minimum_accepted_age: { result, properties: {} } } },
  };
  return { breakdown, properties: { [ageProperty(age)]: answer } };
}
