import { verdictOf } from './live/assessment.ts';
import { assessIdentity } from './live/identity.ts';
import { address, consent, dateOfBirth, idNumber } from './needs.ts';
import type { BreakdownTree, LeafFindings, OutcomePatch, Result } from './outcome.ts';
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

/**
 * Number leaves without a number. Numbers are verified only if they were given; the United States' number has a name for each
 * region.
 */
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

/** An address that one kind of source has is known, whatever others lack. */
function breakdownRule(leaves: readonly Result[]): Result {
  return (['consider', 'clear', 'unidentified'] as const).find((result) => leaves.includes(result)) ?? null;
}

/**
 * The rule of contract 9.5 over the assessed leaves: `sources.total_sources` applies the rule of the applicant's country. Someone
 * among the dead is flagged whatever else matches. A voting register that lacks the applicant flags nothing by itself.
 */
function reportRule(leaves: LeafFindings): 'clear' | 'consider' | 'unidentified' {
  if (leaves.mortality?.result === 'consider') return 'consider';
  if (leaves['sources.total_sources']?.result === 'unidentified') return 'unidentified';
  return Object.values(leaves).some(({ result }) => result === 'consider') ? 'consider' : 'clear';
}

const rules = { breakdown: breakdownRule, report: reportRule };

export const identityEnhanced: ReportType<'identity_enhanced'> = {
  name: 'identity_enhanced',
  family: 'other',
  uses: {},
  needs: [
    address,
    dateOfBirth,
    idNumber(nationalIdNumbers, ({ applicant }) => idNumberCountries.includes(applicant.address?.country ?? '')),
    consent('ssn_verification', ({ applicant }) => applicant.id_numbers.some(({ type }) => type === 'ssn')),
  ],
  tree,
  rules,
  absent,
  noMatch,
  process: async (subject, tools) => {
    const assessment = await assessIdentity({ tree, absent, notNational }, subject, tools);
    return verdictOf({ family: 'other', tree, rules }, assessment, tools.decision);
  },
};
