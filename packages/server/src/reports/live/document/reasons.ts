import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { LEAVES } from './data-consistency.ts';
import type { DocumentReading } from './reading.ts';
import { type ComparedApplicant, clientValue, comparedValues } from './values.ts';

/** Action that settles a doubt, by leaf or by breakdown; the leaf counts before its breakdown. */
const SETTLES: Readonly<Record<string, string>> = {
  data_consistency:
    'Compare both values with the image. If the image shows two different values, the document was changed.',
  data_comparison: "Read the value in the image. If it differs from the applicant's data, decide consider.",
  data_validation: 'Read the value in the image. If the image shows the same value, decide consider.',
  age_validation: 'Read the date of birth in the image and calculate the age.',
  compromised_document: 'Open the other reports on this document and compare names and portraits.',
  issuing_authority: 'Load the certificates and revocation lists of the issuing state, or read the chip again.',
  image_integrity: 'Look at the image. If it does not show the whole document, ask the applicant for a new one.',
  visual_authenticity:
    'Look closely at the parts that the reason names. If you are not sure, ask for the chip data or the original document.',
  'image_integrity.conclusive_document_quality':
    'Ask the applicant for both sides, or for an image with a readable name, number and date of birth.',
  'visual_authenticity.picture_face_integrity':
    'Compare the portraits and their borders. If you are not sure, compare them with the portrait on the chip.',
  'visual_authenticity.digital_tampering':
    'Compare the heat map, if there is one, with the image. If you are not sure, ask for the chip data or the original document.',
  'visual_authenticity.original_document_present':
    'Look for a screen, a sheet of paper or an overprint. If you are not sure, ask for a live capture of the original document.',
  'data_validation.mrz':
    'Compare the MRZ in the image with the characters that were read. A reading error is not a fault of the document. A misprint is.',
};

/** Adds to the leaves in doubt what settles the doubt. */
export function withSteps(leaves: LeafFindings): LeafFindings {
  return Object.fromEntries(
    Object.entries(leaves).map(([path, finding]): [string, LeafFinding] => {
      const settles = finding.doubt ? (SETTLES[path] ?? SETTLES[path.split('.')[0] ?? '']) : undefined;
      return [path, { ...finding, ...(settles && { settles }) }];
    }),
  );
}

/** Adds to the leaves what a reviewer needs: the values that were compared, with their places, and what settles a doubt. */
export function withReasons(
  leaves: LeafFindings,
  reading: DocumentReading,
  applicant: ComparedApplicant,
): LeafFindings {
  return Object.fromEntries(
    Object.entries(withSteps(leaves)).map(([path, finding]): [string, LeafFinding] => {
      if (finding.result === 'clear') return [path, finding];
      const [breakdown = '', leaf = ''] = path.split('.');
      const field = LEAVES[leaf];
      const valueOfClient = breakdown === 'data_comparison' ? clientValue(leaf, reading, applicant) : null;
      const compares = breakdown === 'data_consistency' || valueOfClient !== null;
      const values = field && compares ? comparedValues(reading, field, valueOfClient) : [];
      return [path, { ...finding, ...(values.length > 1 && { values }) }];
    }),
  );
}
