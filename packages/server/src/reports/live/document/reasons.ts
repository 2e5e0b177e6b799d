import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { LEAVES } from './data-consistency.ts';
import type { DocumentReading } from './reading.ts';
import { comparedValues, type Given, givenValue } from './values.ts';

/** Action that settles a doubt, by leaf or by breakdown; the leaf counts before its breakdown. */
const SETTLES: Readonly<Record<string, string>> = {
  data_consistency:
    'Compare the crops of both places letter by letter. If the picture itself shows two values, the document was changed.',
  data_comparison: 'Read the value on the picture. If it is not the one that the client gave, decide consider.',
  data_validation: 'Read the value on the picture. If the picture shows what was read, decide consider.',
  age_validation: 'Read the date of birth on the picture and count the years.',
  compromised_document: 'Open the other reports on this document and compare names and portraits.',
  issuing_authority: 'Load the certificates and revocation lists of the issuing state, or read the chip again.',
  image_integrity:
    'Look at the picture. If it does not show the whole document, ask the applicant for another picture.',
  visual_authenticity:
    'Look at the crops of the parts that the reason names. The chip or the original document settles the doubt.',
  'image_integrity.conclusive_document_quality':
    'Ask the applicant for both sides, or for a picture on which name, number and birth date can be read.',
  'visual_authenticity.picture_face_integrity':
    'Compare the crops of the portraits and their borders. The portrait on the chip settles the doubt.',
  'visual_authenticity.digital_tampering':
    'Compare the heat map, where there is one, with the picture. The chip or the original document settles the doubt.',
  'visual_authenticity.original_document_present':
    'Look for a screen, a sheet of paper or an overprint. A live capture of the original document settles the doubt.',
  'data_validation.mrz':
    'Compare the zone on its crop with what was read. A slip of reading is no fault of the document; a misprint is.',
};

/** Adds to the leaves what a reviewer needs: the values that were compared, with their places, and what settles a doubt. */
export function withReasons(leaves: LeafFindings, reading: DocumentReading, applicant: Given): LeafFindings {
  return Object.fromEntries(
    Object.entries(leaves).map(([path, finding]): [string, LeafFinding] => {
      if (finding.result === 'clear') return [path, finding];
      const [breakdown = '', leaf = ''] = path.split('.');
      const field = LEAVES[leaf];
      const given = breakdown === 'data_comparison' ? givenValue(leaf, reading, applicant) : null;
      const compares = breakdown === 'data_consistency' || given !== null;
      const values = field && compares ? comparedValues(reading, field, given) : [];
      const settles = finding.doubt ? (SETTLES[path] ?? SETTLES[breakdown]) : undefined;
      return [path, { ...finding, ...(values.length > 1 && { values }), ...(settles && { settles }) }];
    }),
  );
}
