import type { EvidenceMode } from '../../../../context/decision-settings.ts';

/** Ways to forge a document, as far as its pictures can show them. */
export type Forgery =
  | 'data_in_one_place'
  | 'data_everywhere'
  | 'portrait'
  | 'portrait_and_ghost'
  | 'side_missing'
  | 'not_a_document'
  | 'copy'
  | 'pasted_text';

/** Confirmed facts, for "Nothing on this document confirms that …". */
export const ABSENCE: Readonly<Record<Forgery, string>> = {
  data_in_one_place: 'nobody changed the datum in one of its places',
  data_everywhere: 'nobody changed the data in all their places',
  portrait: 'nobody exchanged the portrait',
  portrait_and_ghost: 'nobody exchanged the portrait together with its ghosts',
  side_missing: 'its other side belongs to it, since no picture shows that side',
  not_a_document: 'it is more than a specimen, a sample or the window of a program',
  copy: 'it is no print on paper, no screen and no photocopy',
  pasted_text: 'nobody pasted or drew text into its picture',
};

/** Documents by where they carry their data: it decides what can confirm them. */
export const documentKinds = ['passport', 'visa', 'card_with_zone', 'card_with_barcode', 'card'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const KIND_WORDS: Readonly<Record<DocumentKind, string>> = {
  passport: 'passport',
  visa: 'visa',
  card_with_zone: 'card with a machine readable zone',
  card_with_barcode: 'card with a barcode',
  card: 'card without either',
};

/**
 * Grades of evidence. `independent`: the same is read in a second place, which a forger has to change too. `forensic`: pixels
 * were measured, with a power below 1.
 */
export type Grade = 'independent' | 'forensic';

export const ACCEPTED: Readonly<Record<Exclude<EvidenceMode, 'off'>, readonly Grade[]>> = {
  strict: ['independent'],
  balanced: ['independent', 'forensic'],
};
