import { DAY_MS, isoDate } from '../../../base/clock.ts';
import { clearBreakdown, flag } from '../../breakdown.ts';
import type { SandboxAnswer } from '../answer.ts';

/** Milliseconds. */
const THIRTY_DAYS = 30 * DAY_MS;

export const proofOfAddressAnswer: SandboxAnswer = {
  clear({ applicant, checkCreatedAt }, { tree }) {
    const issued = checkCreatedAt - THIRTY_DAYS;
    return {
      breakdown: clearBreakdown(tree),
      properties: {
        address: '1 SAMPLE STREET, LONDON, SW4 6EH',
        document_type: 'bank_building_society_statement',
        first_names: applicant.first_name,
        last_names: applicant.last_name,
        issue_date: isoDate(issued),
        issuer: 'SAMPLE BANK',
        summary_period_start: isoDate(issued - THIRTY_DAYS),
        summary_period_end: isoDate(issued),
      },
    };
  },
  consider: () => ({
    ...flag('data_comparison', { address: null }),
    properties: { address: '99 OTHER ROAD, LEEDS, LS1 1AA' },
  }),
};
