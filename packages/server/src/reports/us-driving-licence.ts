import { verdictOf } from './live/assessment.ts';
import { assessLicence } from './live/driving-licence.ts';
import { usDrivingLicence as licenceInRequest } from './needs.ts';
import type { BreakdownTree, LeafFindings } from './outcome.ts';
import type { ReportType } from './types.ts';

const tree = {
  document: ['category', 'expiration_date', 'issue_date', 'document_number'],
  address: ['line_1', 'line_2', 'city', 'state_code', 'zip5', 'zip4'],
  personal: [
    'first_name',
    'middle_name',
    'last_name',
    'name_suffix',
    'middle_initial',
    'first_name_fuzzy',
    'middle_name_fuzzy',
    'last_name_fuzzy',
    'date_of_birth',
    'sex_code',
    'eye_color',
    'height',
    'weight',
  ],
} as const satisfies BreakdownTree;

/** `unidentified` where the number or the name is another's (contract 9.9). */
function reportRule(leaves: LeafFindings): 'clear' | 'consider' | 'unidentified' {
  const found = Object.values(leaves).map(({ result }) => result);
  return (['unidentified', 'consider'] as const).find((result) => found.includes(result)) ?? 'clear';
}

const rules = { report: reportRule };

/** Driver's License Data Verification: the data of the request against the register, without a document. */
export const usDrivingLicence: ReportType<'us_driving_licence'> = {
  name: 'us_driving_licence',
  family: 'other',
  uses: {},
  needs: [licenceInRequest],
  tree,
  rules,
  /** Result without a match. The person who decides names the field that differs. */
  noMatch: { result: 'unidentified' },
  process: async (subject, tools) =>
    verdictOf({ family: 'other', tree, rules }, await assessLicence(tree, subject, tools), tools.decision),
};
