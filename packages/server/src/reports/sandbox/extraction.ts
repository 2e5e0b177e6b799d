import type { Extraction } from '../extraction.ts';

/**
 * Extraction in the sandbox from an upload of any type, for every applicant: the driving licence of a made-up person, and these
 * keys alone. Published clients compare the whole answer with it.
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

/** A copy of the extraction that stands for every upload. */
export function sandboxExtraction(): Extraction {
  return structuredClone(drivingLicence);
}
