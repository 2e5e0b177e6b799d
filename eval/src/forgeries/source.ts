import { createHash } from 'node:crypto';
import type { RgbRaster } from '@bonafide/verification';
import type { Forgery } from '../../../packages/server/src/reports/live/document/evidence/forgery.ts';
import type { ChangedField } from './change.ts';
import type { Places } from './places.ts';

/** Kinds of forgery, as the service names them; see `docs/guides/evidence.md`. */
export type ForgeryKind = Forgery;

/** Sides of a document on its uploads: the only one, each by itself, both in one picture, or the front of two. */
export type Sides = 'one' | 'each' | 'both in one' | 'front alone';

export type Split = 'tune' | 'held';

/** A file as a client uploads it. */
export interface Upload {
  readonly bytes: Buffer;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly type: string;
  readonly side: 'front' | 'back' | null;
}

/** A document from which sound captures and forgeries are made. */
export interface Source {
  readonly id: string;
  /** Origin: published by others, or drawn here. */
  readonly origin: 'published' | 'drawn';
  /** Type claimed at upload, as `passport`. */
  readonly type: string;
  /**
   * Marked as no document of a person: SPECIMEN or the like in its print, or an issuer that does not exist. It must not be
   * cleared, so it counts as neither sound nor forged.
   */
  readonly specimen: boolean;
  readonly split: Split;
  /** A day on which it is valid, `YYYY-MM-DD`. */
  readonly today: string;
  readonly uploads: readonly Upload[];
  /** Sides that the uploads show; a passport has one. */
  readonly sides: Sides;
  /** Person of its portrait, if it is one of the people whose portraits forgers use. */
  readonly holder?: string;
  /** Lines of its MRZ with right check digits only; null without an MRZ. */
  readonly zone: readonly string[] | null;
  /** Values that stand in print: dates `YYYY-MM-DD`. */
  readonly fields: Readonly<Partial<Record<ChangedField, string>>>;
}

/** One document as it is uploaded, and the truth about it. */
export interface MadeDocument {
  readonly id: string;
  /** Kind of the forgery; null for a genuine document or a published specimen. */
  readonly forgery: ForgeryKind | null;
  /** Name of the recipe, or of the way in which a sound document was captured. */
  readonly recipe: string;
  readonly source: string;
  readonly origin: Source['origin'];
  readonly specimen: boolean;
  readonly split: Split;
  readonly today: string;
  readonly uploads: readonly Upload[];
}

/** One side, decoded, with the places of its parts. */
export interface Page {
  readonly upload: Upload;
  readonly canvas: RgbRaster;
  readonly places: Places;
}

/**
 * The half of the evaluation to which a document belongs, by what all pictures of one kind of document share, so that no
 * kind is in both.
 *
 * @param kind such as `USA passport`
 */
export function splitOf(kind: string): Split {
  return createHash('sha256').update(kind).digest()[0]! % 2 === 0 ? 'tune' : 'held';
}
