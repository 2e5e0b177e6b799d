import { leafResults } from './breakdown.ts';
import type { Breakdowns, Leaf, LeafFinding, LeafFindings, Outcome, Result } from './outcome.ts';
import { leafSubResult } from './results.ts';

/** Ages that a report can be asked for: `age_over_NN` of ISO/IEC 18013-5, 7.2.5, has two digits. */
export const askedAges = { minimum: 1, maximum: 99 } as const;

/** Name of the report that can be asked for an age alone. */
export const AGE_REPORT = 'document';

/** The leaf that says whether the holder is old enough. */
export const AGE_LEAF = 'age_validation.minimum_accepted_age';

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

/** Breakdowns whose reasons name values of the document. */
const NAMING_VALUES = ['data_validation', 'data_consistency', 'age_validation', 'compromised_document'];

/** The leaves of a report that stores no data of the document: results alone where a reason or a measure may give a value. */
export function withoutValues(leaves: LeafFindings): LeafFindings {
  return Object.fromEntries(
    Object.entries(leaves).map(([path, finding]): [string, LeafFinding] => {
      const { result, doubt, ofPicture } = finding;
      if (path === AGE_LEAF || !NAMING_VALUES.some((name) => path.startsWith(name))) return [path, finding];
      return [path, { result, reason: reasonOf(finding), ...(doubt && { doubt }), ...(ofPicture && { ofPicture }) }];
    }),
  );
}

function reasonOf({ result, doubt }: LeafFinding): string {
  if (doubt) return 'A reviewer must compare the data in the image. The report stores no data of the document';
  if (result === null) return 'Not assessed';
  return result === 'clear' ? 'No problem was found' : 'The data contradict each other or are not valid';
}
