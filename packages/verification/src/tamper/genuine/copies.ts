import type { ForensicPicture } from '../forensic-picture.ts';
import type { Forensic, Regions } from '../forensics.ts';
import { documentPart } from './document-part.ts';
import { latticeOf } from './lattice.ts';

/**
 * Least strength of a lattice (see `Lattice`) that stands for a print or a screen. Measured: 55 documents and other pictures
 * 1.6 at most, guilloches and fine lines among them; halftones of 85 to 150 lines an inch 2.6 and more where the picture is
 * dense enough; screens at 1.2 to 3.1 camera pixels for each of the screen 1.9 and more, turned by 0.4 to 6 degrees. Prints
 * of inkjets, whose dots lie at random, have 0.7 to 1.0 and are not found.
 */
const LATTICE_THRESHOLD = 1.8;

/** Degrees from level and upright within which the rows of a screen lie; the strong inks of a print lie further off. */
const LEVEL = 12;

/** Letters an inch in every machine readable zone (ICAO Doc 9303-3, 4.3: 2.54 mm from letter to letter). */
const LETTERS_AN_INCH = 10;

/** Inches across the print of a card without a zone: an ID-1 card (ISO/IEC 7810) is 3.37 wide. */
const INCHES_ACROSS = 3.2;

/** Pixels an inch from which the dots of common screens, up to 150 lines an inch, show in a picture. */
const LEAST_DENSITY = 330;

/** Squares that are enough to say that a pattern is everywhere. */
const LEAST_TILES = 4;

/**
 * A print on paper (`printed_copy`), by the dots of its halftone, and a picture of a screen (`screen_copy`), by its pixels.
 * Both are lattices all over the document, also below its portrait and between its lines. Copies that were printed without
 * dots, or are shown too small, have none: then the finding is not able.
 */
export function copies(picture: ForensicPicture, regions: Regions): Forensic[] {
  const part = documentPart(picture, regions);
  const found = part && latticeOf(picture.grey, part);
  const { strength = 0, frequency = 0, angle = 0 } = found?.lattice ?? {};
  const density = part ? densityOf(picture, regions, part.width) : 0;
  const level = Math.min(angle, 90 - angle) <= LEVEL;
  const enough = (found?.tiles ?? 0) >= LEAST_TILES;
  const finding = (name: string, here: boolean, able: boolean): Forensic => ({
    name,
    part: 'whole',
    able,
    place: null,
    measure: here ? strength : 0,
    threshold: LATTICE_THRESHOLD,
    result: here && enough && strength > LATTICE_THRESHOLD ? 'fail' : 'pass',
    reason: enough
      ? `Dot pattern: ${strength > LATTICE_THRESHOLD ? 'visible' : 'none'} (measured strength ${strength.toFixed(1)}, maximum ` +
        `${LATTICE_THRESHOLD}${gridOf(frequency, angle)}, at ${density.toFixed(0)} pixels per inch)`
      : 'The document is too small in the image to show a dot pattern',
  });
  return [finding('printed_copy', !level, enough && density >= LEAST_DENSITY), finding('screen_copy', level, enough)];
}

/** Describes the distance of its dots, and the angle of its rows, in words. */
const gridOf = (frequency: number, angle: number): string =>
  frequency > 0 ? `, a dot every ${(1 / frequency).toFixed(1)} pixels at ${angle.toFixed(0)}°` : '';

/** Pixels an inch, by the letters of the zone, else by the width of the print. */
function densityOf(picture: ForensicPicture, { zone, turn }: Regions, across: number): number {
  const [line] = zone;
  if (!line || line.text.length === 0) return across / INCHES_ACROSS;
  const length = turn % 2 === 0 ? line.box.width * picture.width : line.box.height * picture.height;
  return (length / line.text.length) * LETTERS_AN_INCH;
}
