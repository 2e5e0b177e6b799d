import type { RgbRaster } from '../image/decode.ts';
import type { Quad } from '../text/geometry.ts';
import { align } from './align.ts';
import { allowed } from './allowed.ts';
import type { FieldName, Format } from './formats.ts';
import type { Merged, ZoneReading } from './merge.ts';
import { between } from './places.ts';
import { readPrint } from './readers.ts';

/** Fields of names: no check digit covers them, so two readers have to agree on them. */
export const NAMES: ReadonlySet<FieldName> = new Set(['names', 'surname', 'givenNames']);

/** Fillers behind the last letter that are read again: our own net may have taken a letter for one of them. */
const FILLERS_KEPT = 4;

/** Least number of fillers that are worth cutting off. PP-OCR reads the letters before fewer fillers. */
const LEAST_CUT = 5;

interface Readings {
  readonly merged: Merged;
  /** Reading of our own net, which knows the place of each character. */
  readonly own: ZoneReading;
  /** Reading of PP-OCR. */
  readonly print: ZoneReading;
}

/**
 * Reads the lines of names again with PP-OCR, without most of the fillers at their end. PP-OCR leaves out letters of a line that has
 * few letters and many fillers: it reads `P<R<<HDA` for `P<MMRO<<THIDA` and 31 fillers. What was cut off stays as PP-OCR read it in
 * the whole line.
 *
 * @param rows of the format, in pixels of the raster
 * @returns null if the readers agree on every name, or no line has enough fillers
 */
export async function readNamesAgain(
  raster: RgbRaster,
  rows: readonly Quad[],
  format: Format,
  { merged, own, print }: Readings,
): Promise<ZoneReading | null> {
  const unsure = format.fields.filter(({ name }) => NAMES.has(name) && !merged.agreed.has(name));
  const lines = [...print];
  for (const line of new Set(unsure.map(({ at }) => at[0]))) {
    const text = merged.lines[line]!;
    const kept = text.replace(/<+$/, '').length + FILLERS_KEPT;
    if (text.length - kept < LEAST_CUT) continue;
    const { middles } = own[line]!;
    const steps = await readPrint(raster, between(rows[line]!, 0, (middles[kept - 1]! + middles[kept]!) / 2));
    const again = align(steps, allowed(format)[line]!.slice(0, kept));
    if (!again) continue;
    const whole = print[line]!;
    lines[line] = {
      ...whole,
      text: again.text + whole.text.slice(kept),
      places: [...again.places, ...whole.places.slice(kept)],
    };
  }
  return lines.some((reading, line) => reading !== print[line]) ? lines : null;
}
