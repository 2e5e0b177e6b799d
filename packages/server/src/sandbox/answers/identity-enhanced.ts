import { mergePatch } from '../../base/merge-patch.ts';
import { clearBreakdown } from '../../reports/breakdown.ts';
import { noMatch } from '../../reports/identity-enhanced.ts';
import type { OutcomePatch } from '../../reports/outcome.ts';
import type { SandboxAnswer } from '../answer.ts';

export const identityEnhancedAnswer: SandboxAnswer = {
  noMatch: mergePatch(noMatch, {
    breakdown: {
      sources: {
        result: 'unidentified',
        breakdown: { total_sources: { result: 'unidentified', properties: { total_number_of_sources: '0' } } },
      },
      address: { breakdown: { credit_agencies: { properties: { number_of_matches: '0' } } } },
    },
  }) as OutcomePatch,
  clear: (subject, { tree, absent }) => ({
    breakdown: clearBreakdown(tree, {
      absent: absent?.(subject) ?? [],
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
};
