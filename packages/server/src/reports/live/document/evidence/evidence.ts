import type { DocumentKind, Forgery, Grade } from './forgery.ts';
import type { EvidenceSource } from './table.ts';

/** One source that confirms the absence of a forgery on this very document, with its measure. */
export interface SourceFound {
  readonly source: EvidenceSource;
  readonly grade: Grade;
  readonly measure?: number;
  readonly threshold?: number;
  /** ISO 3166-1 alpha-3 of the issuer that signed the data or has the record. */
  readonly issuer?: string;
  /** Reference of the key that signed the data. */
  readonly key?: string;
  /** Meaning of the measure, in words and without personal data. */
  readonly reason?: string;
}

/** Sources that confirm that a document was not forged in one way; empty without any. */
export interface EvidenceFound {
  readonly forgery: Forgery;
  /** Path of the leaf that reports the forgery. */
  readonly leaf: string;
  readonly confirmed_by: readonly SourceFound[];
}

/** All evidence of one document. Plain data: it is kept with the report. */
export interface Evidence {
  readonly kind: DocumentKind;
  readonly found: readonly EvidenceFound[];
}
