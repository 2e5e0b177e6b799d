import type { Finding } from '../finding.ts';
import type { Container } from './container.ts';
import type { DecodedImage, RgbRaster } from './decode.ts';

/**
 * Share of a side, in rows, that may be of the grey that decoders paint where data are missing. Pictures with damaged
 * tails have from 5 % (a twentieth of the bytes overwritten) to 90 %; of 57 sound pictures none has a row.
 */
const GREY_TAIL_THRESHOLD = 0.03;

/** Decoder's words (libjpeg) for coefficients that are missing or too many; others concern metadata. */
const DATA_LOST = /premature end of data segment|Huffman|bad.*code|extraneous bytes before marker 0xd9/;

/** Share of zeros, beyond the plain part of the picture, above which a coder can't have written them. */
const ZEROS_BEYOND = 0.02;

/**
 * Damage: the tail of the pixel data is missing or was overwritten. Viewers, and this decoder, paint such parts in the
 * middle grey, where every coefficient is 0; a picture that was saved again afterwards still shows it.
 */
export function damage(
  { rgb, warning }: Pick<DecodedImage, 'rgb' | 'warning'>,
  { zeroTail }: Pick<Container, 'zeroTail'>,
): Finding {
  const plain = zeroTail > GREY_TAIL_THRESHOLD ? blankTail(rgb, true) : 0;
  const measure =
    zeroTail > 1.15 * plain + ZEROS_BEYOND ? Math.max(plain, blankTail(rgb, false)) : blankTail(rgb, false);
  const lost = warning !== undefined && DATA_LOST.test(warning);
  const failed = lost || measure > GREY_TAIL_THRESHOLD;
  const share = `measured ${(100 * measure).toFixed(1)} % blank rows at one side, maximum 3 %`;
  return {
    name: 'damage',
    measure,
    threshold: GREY_TAIL_THRESHOLD,
    result: failed ? 'fail' : 'pass',
    reason: `Image data: ${failed ? 'incomplete' : 'complete'} (${share})${lost ? `. Decoder message: ${warning.trim()}` : ''}`,
  };
}

/** The largest share of rows, or columns, from one side inwards that are blank: middle grey, or any colour that zeros continue. */
function blankTail({ width, height, data }: RgbRaster, anyColour: boolean): number {
  const near = (i: number, colour: readonly [number, number, number]) =>
    Math.abs(data[i * 3]! - colour[0]) <= 2 &&
    Math.abs(data[i * 3 + 1]! - colour[1]) <= 2 &&
    Math.abs(data[i * 3 + 2]! - colour[2]) <= 2;
  const run = (rows: number, length: number, at: (row: number, along: number) => number) => {
    const corner = at(0, length - 1) * 3;
    const own: [number, number, number] = [data[corner]!, data[corner + 1]!, data[corner + 2]!];
    const colour = anyColour ? own : ([128, 128, 128] as const);
    for (let row = 0; row < rows; row++) {
      for (let along = 0; along < length; along++) if (!near(at(row, along), colour)) return row / rows;
    }
    return 1;
  };
  // The end of the data is at the bottom of the picture as stored, which EXIF may turn to any side.
  return Math.max(
    run(height, width, (row, x) => row * width + x),
    run(height, width, (row, x) => (height - 1 - row) * width + x),
    run(width, height, (column, y) => y * width + column),
    run(width, height, (column, y) => y * width + width - 1 - column),
  );
}
