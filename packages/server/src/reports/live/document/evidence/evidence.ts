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

export const symbolPlaces = ['bars_on_back', 'square_on_back', 'square'] as const;
/** Place and look of a signed barcode on a document. */
export type SymbolPlace = (typeof symbolPlaces)[number];

/** All evidence of one document. Plain data: it is kept with the report. */
export interface Evidence {
  readonly kind: DocumentKind;
  readonly found: readonly EvidenceFound[];
  /** The place of a barcode that the issuer may have signed, and that was not read; absent without one. */
  readonly symbol?: SymbolPlace;
}

/** Validity of a document: how well it is proved that the document is what the issuer made. */
export type Validity = 0 | 1 | 2 | 3 | 4;

/** Settings of an account that say what a document must prove. */
export interface Required {
  readonly validity: Exclude<Validity, 0>;
  /** Least score `presence`, 0 to 2. */
  readonly presence: 0 | 1 | 2;
  /** True if data must come from the issuer. */
  readonly dataProved: boolean;
}

/** Capture of the pictures: 0 as files; 1 with a camera by the capture SDK; 2 with a challenge of light that the film answers. */
export type Presence = 0 | 1 | 2;

/** Facts about a document besides the findings of its report. */
export interface AssuranceFacts {
  readonly required: Required;
  /** Type of the document; null where not known. */
  readonly type: string | null;
  /** True if the state issues documents of this type with a chip (Regulation (EU) 2019/1157 for identity cards). */
  readonly carriesChip: boolean;
  readonly presence: Presence;
  /** True if the chip, or the device of a wallet, answered a challenge of this session. */
  readonly cloneResistant: boolean;
  /**
   * The authentic chip, or credential of a wallet, of a document without pictures, which can contradict nothing: data and portrait are
   * what the issuer signed.
   */
  readonly chipAlone?: {
    readonly by?: 'credential';
    readonly what: readonly string[];
    readonly issuer?: string;
    readonly key?: string;
  };
  /** Ids of the uploads whose portrait the issuer signed. */
  readonly signedPortraits?: readonly string[];
  /** True if a reviewer has decided the report as a whole as clear. */
  readonly reviewedWhole?: true;
}
