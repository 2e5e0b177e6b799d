import type { ForensicPicture, PixelBox } from '../forensic-picture.ts';
import type { Forensic, Regions } from '../forensics.ts';
import { documentPart } from './document-part.ts';
import { residuals } from './least-squares.ts';

/**
 * Least levels by which the colours of a document differ from those that light alone gives to grey. Measured
 * (`npm run eval -- --only genuine`): documents of the open sets have 17.4 and more, grey copies below 6.0, those under warm
 * light that falls off to one side, with the noise of a camera, among them.
 */
const GREY_THRESHOLD = 10;

/**
 * The same of a side without a portrait: many backs are printed in tints of one colour. Measured (`npm run eval -- --only
 * forgeries`): backs that are drawn so have 6.5 to 8.2.
 */
const GREY_BACK_THRESHOLD = 6.2;

/** Share of the document that may be more coloured: a pen, a stamp, a thumb. */
const MOST_COLOURED = 0.98;

/** Squares across the document: noise of single pixels is averaged away. */
const SQUARES = 100;

/** Fewer squares than this show too little. */
const LEAST_SQUARES = 400;

/**
 * A copy without colour (`grey_copy`): whatever the light, all of its colours follow from brightness and place. Unlike
 * `colour`, it looks at the document alone, and a copy on a coloured table, or in warm light, is one, too.
 */
export function greyCopy(picture: ForensicPicture, regions: Regions): Forensic[] {
  const part = documentPart(picture, regions);
  const squares = part ? squaresOf(picture, part) : [];
  const able = squares.length >= LEAST_SQUARES;
  const measure = able ? colourBesideLight(squares) : 0;
  const threshold = regions.portrait ? GREY_THRESHOLD : GREY_BACK_THRESHOLD;
  const fail = able && measure < threshold;
  return [
    {
      name: 'grey_copy',
      part: 'whole',
      able,
      place: null,
      measure,
      threshold,
      result: fail ? 'fail' : 'pass',
      reason: able
        ? `Document colours: ${fail ? 'missing. The image may show a greyscale copy' : 'present'} (measured ${measure.toFixed(1)} levels from grey, minimum ${threshold})`
        : 'Document colours: not measured. Too little of the document was read',
    },
  ];
}

interface Square {
  /** Mean levels, 0 to 255. */
  readonly colour: readonly [red: number, green: number, blue: number];
  /** Horizontal position in shares of the document. */
  readonly x: number;
  readonly y: number;
}

function squaresOf({ rgb }: ForensicPicture, part: PixelBox): Square[] {
  const side = Math.max(1, Math.round(part.width / SQUARES));
  const squares: Square[] = [];
  for (let top = part.top; top + side <= part.top + part.height; top += side) {
    for (let left = part.left; left + side <= part.left + part.width; left += side) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let y = top; y < top + side; y++) {
        for (let i = 3 * (y * rgb.width + left), end = i + 3 * side; i < end; i += 3) {
          red += rgb.data[i]!;
          green += rgb.data[i + 1]!;
          blue += rgb.data[i + 2]!;
        }
      }
      const colour = [red / side ** 2, green / side ** 2, blue / side ** 2] as const;
      squares.push({ colour, x: (left - part.left) / part.width, y: (top - part.top) / part.height });
    }
  }
  return squares;
}

/** Residual of red and blue less luma (ITU-R BT.601) after brightness and place explain what they can. */
function colourBesideLight(squares: readonly Square[]): number {
  const lumas = squares.map(({ colour: [red, green, blue] }) => 0.299 * red + 0.587 * green + 0.114 * blue);
  const terms = squares.map(({ x, y }, i) => {
    const light = lumas[i]! / 255;
    return [1, light, light ** 2, x, y, x * light, y * light];
  });
  const [red, blue] = ([0, 2] as const).map((c) =>
    residuals(
      terms,
      squares.map(({ colour }, i) => colour[c] - lumas[i]!),
    ),
  );
  const rest = squares.map((_, i) => Math.hypot(red![i]!, blue![i]!)).sort((a, b) => a - b);
  return rest[Math.floor(MOST_COLOURED * rest.length)]!;
}
