import { mergePatch } from '../base/merge-patch.ts';
import { clearBreakdown } from './breakdown.ts';
import { address, consent, dateOfBirth, idNumber } from './needs.ts';
import type { BreakdownTree, OutcomePatch, ReportSubject, ReportType } from './types.ts';

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

/** ID numbers that identify nobody in a national register. */
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

/** No source has anybody of that name at that address, or born on that day (contract 9.5). */
const noMatch: OutcomePatch = {
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
  sandbox: {
    noMatch: mergePatch(noMatch, {
      breakdown: {
        sources: {
          result: 'unidentified',
          breakdown: { total_sources: { result: 'unidentified', properties: { total_number_of_sources: '0' } } },
        },
        address: { breakdown: { credit_agencies: { properties: { number_of_matches: '0' } } } },
      },
    }) as OutcomePatch,
    clear: (subject) => ({
      breakdown: clearBreakdown(tree, {
        absent: absent(subject),
        properties: {
          'sources.total_sources': { total_number_of_sources: '3' },
          'address.credit_agencies': { number_of_matches: '1' },
        },
      }),
      properties: {},
    }),
    consider: () => ({
      result: 'consider',
      breakdown: {
        sources: {
          result: 'consider',
          breakdown: { total_sources: { result: 'consider', properties: { total_number_of_sources: '1' } } },
        },
        address: {
          result: 'unidentified',
          breakdown: {
            credit_agencies: { result: 'unidentified', properties: { number_of_matches: '0' } },
            telephone_database: { result: 'unidentified' },
            voting_register: { result: 'unidentified' },
          },
        },
      },
    }),
  },
};
