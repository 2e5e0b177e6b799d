import type { PrintedField } from './draw.ts';

/** A document of a made-up person, and what its report must say. */
export interface DocumentCase {
  readonly name: string;
  readonly type: 'passport' | 'national_identity_card' | 'driving_licence';
  /** ISO 3166-1 alpha-3, sent with the upload; null: not sent. */
  readonly country: string | null;
  readonly title: readonly [state: string, kind: string];
  readonly fields: readonly PrintedField[];
  /** Lines of the MRZ as printed; documents without an MRZ have a barcode. */
  readonly lines?: readonly string[];
  /** Text of the PDF417 symbol. */
  readonly barcode?: string;
  readonly applicant: { readonly first_name: string; readonly last_name: string; readonly dob?: string };
  /** Properties of the report; null: absent or null. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Leaves about data that are `consider`; default: none. */
  readonly considered?: readonly string[];
  /** Leaves about data that need manual review; default: none. */
  readonly doubted?: readonly string[];
}

/** `document_numbers` with one document number. */
export const numbered = (value: string) => [{ type: 'document_number', value }];
