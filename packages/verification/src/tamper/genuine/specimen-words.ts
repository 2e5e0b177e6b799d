import type { Box } from '../../image/presence.ts';
import { reduced } from '../../image/rasters.ts';
import { folded } from '../../text/page.ts';
import { turn } from '../../text/warp.ts';
import type { ForensicPicture } from '../forensic-picture.ts';
import type { Forensic, Regions, TextBox } from '../forensics.ts';
import { readOverprints } from './overprint.ts';
import { type JudgedLine, type SignKind, specimenSigns } from './specimen-signs.ts';

/** Lines of print from which a document has been read well enough for the lack of such words to mean anything. */
const LEAST_LINES = 5;

/**
 * Pixels of the longest side of the picture in which overprints are searched. Their letters are large. The search turns the
 * picture, which takes long in all of its pixels.
 */
const OVERPRINT_SIDE = 2000;

/** Weight of each way to mark a specimen: a sentence or a site's name is beyond doubt, any other may be an accident. */
const WEIGHTS: Readonly<Record<SignKind, number>> = { overprint: 1, line: 1, name: 1, utopia: 1, phrase: 2, stock: 2 };

/** Name of each sign in a reason: without its words, which may be the holder's name. */
const NAMES: Readonly<Record<SignKind, string>> = {
  overprint: 'an overprint',
  line: 'a printed line',
  name: "the holder's name",
  phrase: 'a sentence',
  stock: 'the name of a stock photo site',
  utopia: 'the fictional state Utopia',
};

/** Number of signs of different kinds from which a document is a specimen beyond doubt. */
export const SPECIMEN_BEYOND_DOUBT = 2;

/**
 * Words of specimens, samples and void documents, as print, as an overprint or as the holder's name (`specimen_words`).
 * The measure counts kinds of signs.
 */
export async function specimenWords(picture: ForensicPicture, regions: Regions): Promise<Forensic[]> {
  const { width, height } = picture.rgb;
  const seen = Math.max(width, height) > OVERPRINT_SIDE ? await reduced(picture.rgb, OVERPRINT_SIDE) : picture.rgb;
  const overprints = await readOverprints(turn(seen, regions.turn));
  const lines: JudgedLine[] = [
    ...overprints.map(({ text }) => ({ text, askew: true })),
    ...regions.print.map((line) => ({ text: line.text, askew: isOnEnd(line, picture, regions.turn) })),
  ];
  const signs = specimenSigns(lines, namesOf(regions));
  const kinds = [...new Set(signs.map(({ kind }) => kind))];
  const measure = kinds.reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  return [
    {
      name: 'specimen_words',
      part: 'whole',
      able: regions.print.length >= LEAST_LINES,
      place: placeOf(
        signs.map(({ text }) => text),
        regions,
      ),
      measure,
      threshold: 0,
      result: measure > 0 ? 'fail' : 'pass',
      reason:
        measure > 0
          ? `The document is marked as a specimen or sample: ${kinds.map((kind) => NAMES[kind]).join(', ')}`
          : `None of ${regions.print.length} printed lines marks the document as a specimen, sample or void`,
    },
  ];
}

/** Returns whether the letters of a line are above one another, or it runs at a slant: its box is too high for its letters. */
function isOnEnd(
  { box, text }: TextBox,
  { width, height }: { width: number; height: number },
  turned: number,
): boolean {
  const [across, down] = [box.width * width, box.height * height];
  const [along, high] = turned % 2 === 0 ? [across, down] : [down, across];
  return text.length >= 6 && along < 0.35 * text.length * high;
}

/** Words of the holder's name in the MRZ: all of its letters, without codes and numbers. */
function namesOf({ zone }: Regions): string[] {
  const name = zone.find(({ text }) => /[A-Z]<<[A-Z]/.test(text) || /^[A-Z<]+$/.test(text))?.text ?? '';
  // The first five letters of the first line of two are the document's code and its state.
  const names = zone.length === 2 && name === zone[0]?.text ? name.slice(5) : name;
  return names
    .split(/<+/)
    .filter((word) => word.length > 2)
    .map(folded);
}

function placeOf(texts: readonly string[], { print }: Regions): Box | null {
  return print.find(({ text }) => texts.includes(text))?.box ?? null;
}
