import type { LeafFinding, LeafFindings } from './outcome.ts';

/** Ages that a report can be asked for: `age_over_NN` of ISO/IEC 18013-5, 7.2.5, has two digits. */
export const askedAges = { minimum: 1, maximum: 99 } as const;

/** Name of the report that can be asked for an age alone. */
export const AGE_REPORT = 'document';

/** The leaf that says whether the holder is old enough. */
export const AGE_LEAF = 'age_validation.minimum_accepted_age';

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
