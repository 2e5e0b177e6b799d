import { mergePatch } from '../../../base/merge-patch.ts';
import { clearBreakdown } from '../../breakdown.ts';
import { noMatch } from '../../identity-enhanced.ts';
import type { OutcomePatch } from '../../outcome.ts';
import type { ReportSubject } from '../../types.ts';
import type { SandboxAnswer } from '../answer.ts';

/**
 * Breakdowns of data that the applicant lacks. Published clients of v3 expect them to be left out; published answers of v2 have
 * both.
 */
function unknownOf({ applicant: { address, addresses, dob }, version }: ReportSubject): string[] {
  if (version.generation < 3) return [];
  return [...(address || addresses?.length ? [] : ['address']), ...(dob ? [] : ['date_of_birth'])];
}

/** A patch that adds no breakdown of data that the applicant lacks. */
function patchOf(subject: ReportSubject, patch: OutcomePatch): OutcomePatch {
  const absent = unknownOf(subject);
  const breakdown = Object.entries(patch.breakdown ?? {}).filter(([name]) => !absent.includes(name));
  return { ...patch, breakdown: Object.fromEntries(breakdown) };
}

const noSource = mergePatch(noMatch, {
  breakdown: {
    sources: {
      result: 'unidentified',
      breakdown: { total_sources: { result: 'unidentified', properties: { total_number_of_sources: '0' } } },
    },
    address: { breakdown: { credit_agencies: { properties: { number_of_matches: '0' } } } },
  },
}) as OutcomePatch;

const oneSource: OutcomePatch = {
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
};

export const identityEnhancedAnswer: SandboxAnswer = {
  noMatch: noSource,
  clear: (subject, { tree, absent }) => ({
    breakdown: clearBreakdown(tree, {
      absent: [...(absent?.(subject) ?? []), ...unknownOf(subject)],
      properties: {
        'sources.total_sources': { total_number_of_sources: '3' },
        'address.credit_agencies': { number_of_matches: '1' },
      },
    }),
    properties: {},
  }),
  consider: (subject) => patchOf(subject, oneSource),
};
