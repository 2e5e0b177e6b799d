import { type Ages, type BornField, compareFaces, type DocumentData } from '@bonafide/verification';

/** A signed barcode of the document, with the face in its portrait. The other fields equal the fields of a seal. */
export interface SealRead {
  readonly scheme: string;
  readonly result: 'authentic' | 'refuted' | 'undecided';
  /** A sentence. */
  readonly reason: string;
  /** ISO 3166-1 alpha-3. */
  readonly issuer: string;
  /** Reference of the key that signed it; null where not known. */
  readonly key: string | null;
  readonly data: Partial<DocumentData>;
  /** Face in its portrait; null without a portrait or a face. `width` is the face's width in pixels of that portrait. */
  readonly portrait: { readonly embedding: Float32Array; readonly width: number } | null;
  /** Number of the side that bears it. */
  readonly side: number;
}

/** A wallet's credential, with the result of its verification. */
export interface CredentialRead {
  /** True if its issuer signed it, and the wallet signed the request. */
  readonly authentic: boolean;
  /** A sentence. */
  readonly reason: string;
  readonly data: Partial<DocumentData>;
  /** Ages that the issuer states, beside or in place of the date of birth. */
  readonly ages: Ages;
  /** Name of the certificate or key that signed it; null where it is not authentic. */
  readonly signer: string | null;
  /** Embedding of its portrait; null without a portrait or a face. */
  readonly portrait: Float32Array | null;
}

/** Answer of the issuer's register about this very document. */
export interface RegisterRead {
  /** ISO 3166-1 alpha-3. */
  readonly issuer: string;
  /** Fields that match what was read of the document. */
  readonly matching: readonly BornField[];
  /** False where the register says that the document was cancelled, lost or stolen, or that a field differs. */
  readonly current: boolean;
  /** True where the register compared the portrait with its own, and both match. */
  readonly portraitMatches: boolean;
}

/** A side of a document, with the face in its printed portrait. */
export interface PrintedPortrait {
  readonly portrait: { readonly embedding: Float32Array } | null;
}

/**
 * Similarity of a portrait that the issuer signed and the printed portraits, 0 to 1: the least similar side counts. Null without a signed or
 * a printed portrait.
 *
 * @param signed embedding of its face
 */
export function likenessToPrint(
  signed: Float32Array | null | undefined,
  sides: readonly PrintedPortrait[],
): number | null {
  const printed = sides.flatMap(({ portrait }) =>
    portrait && portrait.embedding.length > 0 ? [portrait.embedding] : [],
  );
  return signed && printed.length > 0 ? Math.min(...printed.map((embedding) => compareFaces(signed, embedding))) : null;
}

/** The first seal whose signature holds; undefined without one. */
export const authenticSeal = (seals: readonly SealRead[] = []): SealRead | undefined =>
  seals.find(({ result }) => result === 'authentic');
