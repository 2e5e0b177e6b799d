import { createHash } from 'node:crypto';
import { copyMove } from '../../../packages/verification/src/tamper/copy-move.ts';
import { forensicPicture } from '../../../packages/verification/src/tamper/forensic-picture.ts';
import type { Part } from '../../../packages/verification/src/tamper/forensics.ts';
import { jpegHistory } from '../../../packages/verification/src/tamper/jpeg-history.ts';
import { type ComparedLetter, LETTER_FEATURES } from '../../../packages/verification/src/tamper/letters/outliers.ts';
import { noise } from '../../../packages/verification/src/tamper/noise.ts';
import { lettersOfPart, type TextPart } from '../../../packages/verification/src/tamper/text-features.ts';
import { textPaper } from '../../../packages/verification/src/tamper/text-paper.ts';
import { zonePrint } from '../../../packages/verification/src/tamper/zone-print.ts';
import type { Split } from '../forgeries/source.ts';
import { type Picture, textPictures } from './text-set.ts';

/** One letter: its line in the part, and its features in the order of `LETTER_FEATURES`; null where one was not measured. */
export interface MeasuredLetter {
  readonly line: number;
  readonly changed: boolean;
  readonly features: readonly (number | null)[];
}

/** Zone or print of one picture as the measures see it. */
export interface MeasuredText {
  readonly document: string;
  readonly part: TextPart;
  readonly recipe: string | null;
  readonly capture: string;
  readonly saving: string;
  /** True if a forger changed pixels of this part; the parts that it left are neither sound nor changed. */
  readonly changed: boolean;
  /** Median height of the letters in pixels; 0 without any. */
  readonly height: number;
  readonly letters: readonly MeasuredLetter[];
  /** Findings of the other measures on the part. */
  readonly others: readonly { readonly name: string; readonly part: Part; readonly measure: number }[];
  /** True if one of them puts it in doubt. */
  readonly doubted: boolean;
}

const OTHERS = [jpegHistory, noise, copyMove, zonePrint, textPaper];

/** Share of the box of a letter whose pixels were changed, from which the letter was. */
const CHANGED = 0.3;
/** Changed pixels, on the grid of the mask, from which a line was. */
const TOUCHED = 8;

/** Makes pictures of documents with their text sound or forged, and measures zone and print of each. */
export async function* measuredTexts(
  data: string,
  split: Split,
  { cache, sample }: { cache?: string | undefined; sample?: string | undefined },
): AsyncGenerator<MeasuredText> {
  for await (const picture of textPictures(data, split, cache, Number(sample ?? 100))) yield* await measured(picture);
}

async function measured({ bytes, regions, mask, source, recipe, capture, saving }: Picture): Promise<MeasuredText[]> {
  const picture = await forensicPicture(bytes, regions);
  const found = (await Promise.all(OTHERS.map((measure) => measure(picture, regions)))).flat();
  return (['zone', 'print'] as const).flatMap((part): MeasuredText[] => {
    if (regions[part].length === 0) return [];
    const letters = lettersOfPart(picture, regions, part);
    const lines = [...new Set(letters.map(({ line }) => line))];
    const others = found.filter((one) => one.part === part);
    const heights = letters.map(({ letter }) => letter.height).sort((a, b) => a - b);
    return [
      {
        document: source,
        part,
        recipe,
        capture,
        saving,
        height: heights[heights.length >> 1] ?? 0,
        changed: mask !== null && regions[part].some(({ box }) => changedIn(mask, box).count > TOUCHED),
        letters: letters.map((one) => ({
          line: lines.indexOf(one.line),
          changed: mask !== null && changedIn(mask, boxOf(one)).share > CHANGED,
          features: LETTER_FEATURES.map((name) => rounded(one.features[name])),
        })),
        others: others.map(({ name, measure }) => ({ name, part, measure })),
        doubted: others.some(({ able, result }) => able && result === 'fail'),
      },
    ];
  });
}

/** Thousandths: a model needs no more, and a list of half a million numbers stays small. */
const rounded = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? null : Math.round(1000 * value) / 1000;

const boxOf = ({ line: { strip }, letter: { left, top, width, height } }: ComparedLetter) =>
  strip.boxOf(left, top, width, height);

function changedIn({ width, height, data }: NonNullable<Picture['mask']>, box: ReturnType<typeof boxOf>) {
  let [count, all] = [0, 0];
  for (let y = Math.floor(box.top * height); y < (box.top + box.height) * height; y++) {
    for (let x = Math.floor(box.left * width); x < (box.left + box.width) * width; x++, all++) {
      count += data[y * width + x] ?? 0;
    }
  }
  return { count, share: count / Math.max(1, all) };
}

/** The same group, of so many, in every run: documents of one state and type are in one. */
export function foldOf(document: string, folds: number): number {
  // Drawn documents of one state and type differ in the number alone.
  const kind = document.startsWith('drawn') ? document.split(' ').slice(0, 3).join(' ') : document;
  return createHash('sha256').update(kind).digest()[0]! % folds;
}
