import type { Finding } from '../finding.ts';
import type { Box } from '../image/presence.ts';

/** The part of a document whose pixels a forger changes. */
export type Part = 'zone' | 'print' | 'portrait' | 'ghost' | 'whole';

/** A finding on whether the pixels of one part of a document were changed after its picture was taken. */
export interface Forensic extends Finding {
  readonly part: Part;
  /** False where the picture lacks what the measure needs (size, sharpness, quality): then a pass is evidence of nothing. */
  readonly able: boolean;
  /** Place with the worst measure; null if no place stands out. */
  readonly place: Box | null;
}

/** Strength of the evidence for a change in each cell of a picture, 0 to 255; rows from top to bottom. */
export interface HeatMap {
  readonly columns: number;
  readonly rows: number;
  readonly values: Uint8Array;
}

/** Forensic findings of one side. Plain data: it crosses threads. */
export interface Forensics {
  readonly findings: readonly Forensic[];
  /** All measures with a place together; null where none could be made. */
  readonly heat: HeatMap | null;
}

/** A line of text and where it stands. */
export interface TextBox {
  readonly box: Box;
  readonly text: string;
}

/** Parts of a document, in shares of the picture as a viewer shows it (turned by its EXIF orientation). */
export interface Regions {
  /** Quarters by which the picture must be turned clockwise so that its print stands upright. */
  readonly turn: 0 | 1 | 2 | 3;
  /** Lines of the MRZ in reading order; empty without an MRZ. */
  readonly zone: readonly TextBox[];
  /** Lines of print beside the zone. */
  readonly print: readonly TextBox[];
  /** The largest face; null without a face. */
  readonly portrait: Box | null;
  /** Other faces: ghosts of the portrait, or other people. */
  readonly ghosts: readonly Box[];
}
