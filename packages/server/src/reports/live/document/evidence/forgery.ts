/** Ways to forge a document, as far as its pictures can show them. */
export type Forgery =
  | 'data_in_one_place'
  | 'data_everywhere'
  | 'portrait'
  | 'portrait_and_ghost'
  | 'side_missing'
  | 'not_a_document'
  | 'copy'
  | 'pasted_text'
  | 'uploaded_file';

/** The forgery in words, for "No evidence rules out that …". */
export const FORGERY_WORDS: Readonly<Record<Forgery, string>> = {
  data_in_one_place: 'someone changed the value in one place',
  data_everywhere: 'someone changed the data in every place',
  portrait: 'someone replaced the portrait',
  portrait_and_ghost: 'someone replaced the portrait and its ghost portraits',
  side_missing: 'the other side, which no image shows, belongs to a different document',
  not_a_document: 'the image shows a specimen, a sample or a program window',
  copy: 'the image shows a paper print, a screen or a photocopy',
  pasted_text: 'text was edited in this image',
  uploaded_file: 'the images were prepared as files instead of taken with a camera',
};

/** Documents by where they carry their data: it decides what can confirm them. */
export const documentKinds = ['passport', 'visa', 'card_with_zone', 'card_with_barcode', 'card'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const KIND_WORDS: Readonly<Record<DocumentKind, string>> = {
  passport: 'passport',
  visa: 'visa',
  card_with_zone: 'card with an MRZ',
  card_with_barcode: 'card with a barcode',
  card: 'card without MRZ and barcode',
};

/**
 * Grades of evidence. `issuer`: the issuer signed it, or the issuer's register says it. `independent`: the same is read in a second
 * place, which a forger has to change too. `forensic`: pixels were measured, with a power below 1.
 */
export const grades = ['issuer', 'independent', 'forensic'] as const;
export type Grade = (typeof grades)[number];
