import { address, consent, dateOfBirth, idNumber } from './needs.ts';
import type { BreakdownTree, OutcomePatch } from './outcome.ts';
import type { ReportSubject, ReportType } from './types.ts';

const tree = {
  sources: ['total_sources'],
  address: ['credit_agencies', 'telephone_database', 'voting_register'],
  date_of_birth: ['credit_agencies', 'voting_register'],
  mortality: [],
  national_id_number: [],
  ssn: ['last_4_digits_match', 'full_match'],
  ssn1: ['last_4_digits_match', 'full_match'],
} as const satisfies BreakdownTree;

/** Countries whose sources can't be searched without a national ID number. */
const idNumberCountries = ['ARG', 'BRA', 'CHL'];
const nationalIdNumbers = ['identity_card', 'tax_id', 'social_insurance'];

/** ID numbers that identify no person in a national register. */
const notNational: readonly string[] = ['ssn', 'share_code', 'driving_licence', 'driving_license'];

/** Countries whose sources are searched without a national ID number (contract 9.5). */
const withoutNationalNumber: readonly string[] = ['GBR', 'USA'];

/** Numbers are verified just where they were given; the one of the United States has a name for each region. */
function absent({ applicant: { id_numbers, address }, region }: Pick<ReportSubject, 'applicant' | 'region'>): string[] {
  const national =
    id_numbers.some(({ type }) => !notNational.includes(type)) &&
    !withoutNationalNumber.includes(address?.country ?? '');
  const ssn = id_numbers.some(({ type }) => type === 'ssn');
  const shown = [national && 'national_id_number', ssn && (region === 'us' ? 'ssn' : 'ssn1')];
  return ['national_id_number', 'ssn', 'ssn1'].filter((name) => !shown.includes(name));
}

const unidentified = { result: 'unidentified' } as const;

/** No source has the applicant's name at that address, or with that day of birth (contract 9.5). */
export const noMatch: OutcomePatch = {
  ...unidentified,
  breakdown: {
    address: {
      ...unidentified,
      breakdown: { credit_agencies: unidentified, telephone_database: unidentified, voting_register: unidentified },
    },
    date_of_birth: { ...unidentified, breakdown: { credit_agencies: unidentified, voting_register: unidentified } },
  },
};

export const identityEnhanced: ReportType<'identity_enhanced'> = {
  name: 'identity_enhanced',
  family: 'other',
  uses: {},
  needs: [
    address,
    dateOfBirth,
    idNumber(nationalIdNumbers, ({ applicant }) => idNumberCountries.includes(applicant.address?.country ?? '')),
    {
      ...consent('ssn_verification', ({ applicant }) => applicant.id_numbers.some(({ type }) => type === 'ssn')),
      liveOnly: true,
    },
  ],
  tree,
  absent,
  noMatch,
};
