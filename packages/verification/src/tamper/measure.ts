import type { Box } from '../image/presence.ts';
import type { ForensicPicture } from './forensic-picture.ts';
import type { Forensic, Regions } from './forensics.ts';

/** A place that a measure looked at, and how far it points to a change: 1 is the threshold of its measure. */
export interface Spot {
  readonly box: Box;
  readonly strength: number;
}

/** A finding and, where its measure has them, all the places that it looked at, for the heat map. */
export interface Traced extends Forensic {
  readonly spots?: readonly Spot[];
}

/**
 * One measure of a picture that was decoded once for all. It names its findings, and gives none for parts that the picture
 * doesn't show.
 */
export type Measure = (picture: ForensicPicture, regions: Regions) => readonly Traced[] | Promise<readonly Traced[]>;
