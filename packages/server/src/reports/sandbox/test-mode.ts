import type { SetAnswer } from '../../applicants/applicant.ts';
import { reportNames, reportType } from '../index.ts';
import { subResults } from '../outcome.ts';
import type { Family } from '../types.ts';
import { faceMatchPassed, spoofing } from './triggers.ts';

/** Outcomes of the document reports that the test mode of the browser SDK can choose. */
export const testDocumentResults = subResults;

/** Outcomes of the facial similarity reports that the test mode of the browser SDK can choose. */
export const testFaces = ['match', 'no_match', 'spoof'] as const;

/** Outcomes that a page chose in test mode: null for the pre-determined results, undefined for no change. */
export interface TestOutcomes {
  readonly document_result?: (typeof testDocumentResults)[number] | null | undefined;
  readonly face?: (typeof testFaces)[number] | null | undefined;
}

/** The generic `consider` of a facial report is a face that doesn't match. */
const faceAnswers: Readonly<Record<(typeof testFaces)[number], SetAnswer>> = {
  match: { result: 'clear' },
  no_match: { result: 'consider' },
  spoof: { result: 'consider', breakdown: { ...faceMatchPassed, ...spoofing.breakdown } },
};

/** Returns earlier answers by report name with the chosen outcomes in their place. Answers of other reports stay as they are. */
export function answersInTestMode(
  earlier: Readonly<Record<string, SetAnswer>>,
  { document_result, face }: TestOutcomes,
): Readonly<Record<string, SetAnswer>> {
  const answers = { ...earlier };
  const put = (family: Family, answer: SetAnswer | null | undefined): void => {
    if (answer === undefined) return;
    for (const name of reportNames.filter((name) => reportType(name).family === family)) {
      if (answer === null) delete answers[name];
      else answers[name] = answer;
    }
  };
  put('document', document_result && { sub_result: document_result });
  put('facial', face && faceAnswers[face]);
  return answers;
}
