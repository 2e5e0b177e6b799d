import type { Extraction } from '../reports/extraction.ts';

/**
 * What the sandbox extracts from an uploaded driving licence, for every applicant: a made-up person, and these keys
 * alone. Published clients compare the whole answer with it.
 */
const drivingLicence: Extraction = {
  document_classification: { issuing_country: 'GBR', document_type: 'driving_licence' },
  extracted_data: {
    document_number: '200407512345',
    first_name: 'SARAH',
    last_name: 'MORGAN',
    date_of_birth: '1976-03-11',
    date_of_expiry: '2031-05-28',
    gender: 'Female',
  },
};

/** The extraction that stands for an uploaded type of document; undefined where the document report answers. */
export function sandboxExtraction(documentType: string): Extraction | undefined {
  return documentType === 'driving_licence' ? structuredClone(drivingLicence) : undefined;
}
