import type { DocumentType } from '../document/classify.ts';

/** A place on a document, in thousandths of the width of its print: x from its left, y from its top. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Fixed print by which a version is recognised and put in its frame: its letters squeezed, and the middle of its box. */
export interface Anchor extends Spot {
  readonly text: string;
}

/** Parts whose place a version fixes: the middle of a text of one length on all documents, the middle of the face. */
export type LayoutPart = 'portrait' | 'zone' | 'documentNumber' | 'dateOfBirth' | 'dateOfExpiry';

/** Places of the parts of one version of a document. `npm run layouts` makes it from a specimen and its truth. */
export interface Layout {
  readonly documentType: DocumentType;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly version: string;
  /** Publication of the specimen. */
  readonly source: string;
  readonly anchors: readonly Anchor[];
  readonly parts: Readonly<Partial<Record<LayoutPart, Spot>>>;
}
