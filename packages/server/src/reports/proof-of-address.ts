import { processProofOfAddress } from './live/proof-of-address.ts';
import { addressProof } from './media.ts';
import { address, someProofOfAddress } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import { isProofOfAddressCountry } from './proof-of-address-countries.ts';
import type { ReportType } from './types.ts';

const tree = {
  data_comparison: ['address', 'first_name', 'last_name'],
  document_classification: ['supported_document', 'valid_document_date'],
  image_integrity: ['image_quality', 'source_integrity'],
} as const satisfies BreakdownTree;

export const proofOfAddress: ReportType<'proof_of_address'> = {
  name: 'proof_of_address',
  family: 'other',
  conditional: true,
  uses: {},
  needs: [someProofOfAddress, address],
  tree,
  /** The document must come from a supported country, given at upload. */
  unmet({ media, version }) {
    if (isProofOfAddressCountry(addressProof(media)?.issuing_country, version)) return undefined;
    return { status: 'cancelled', result: null, sub_result: null, breakdown: {}, properties: {} };
  },
  process: (subject, tools) => processProofOfAddress({ family: 'other', tree }, subject, tools),
};
