import { isoDate } from '../base/clock.ts';
import { clearBreakdown, flag } from './breakdown.ts';
import { processProofOfAddress } from './live/proof-of-address.ts';
import { addressProof } from './media.ts';
import { address, someProofOfAddress } from './needs.ts';
import { isProofOfAddressCountry } from './proof-of-address-countries.ts';
import type { BreakdownTree, ReportType } from './types.ts';

const tree = {
  data_comparison: ['address', 'first_name', 'last_name'],
  document_classification: ['supported_document', 'valid_document_date'],
  image_integrity: ['image_quality', 'source_integrity'],
} as const satisfies BreakdownTree;

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

export const proofOfAddress: ReportType<'proof_of_address'> = {
  name: 'proof_of_address',
  family: 'other',
  conditional: true,
  uses: {},
  needs: [someProofOfAddress, address],
  tree,
  /** The document must come from a supported country, told at upload. */
  unmet({ media, generation }) {
    if (isProofOfAddressCountry(addressProof(media)?.issuing_country, generation)) return undefined;
    return { status: 'cancelled', result: null, sub_result: null, breakdown: {}, properties: {} };
  },
  process: (subject, tools) => processProofOfAddress({ family: 'other', tree }, subject, tools),
  sandbox: {
    clear({ applicant, checkCreatedAt }) {
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
  },
};
