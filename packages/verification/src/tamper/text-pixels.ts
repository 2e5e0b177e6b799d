import type { Box } from '../image/presence.ts';
import type { ForensicPicture } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import type { ComparedLetter } from './letters/outliers.ts';
import { highestRow } from './letters/windows.ts';
import type { Traced } from './measure.ts';
import { logOddsOf, type ScoreModel } from './score.ts';
import { lettersOfPart, oddsOfLetters, type TextPart, textFeatures } from './text-features.ts';
import model from './text-model.json' with { type: 'json' };

/** The model of letters, and one of each part with the logarithm of the odds from which it is in doubt. */
export interface TextModel extends Readonly<Record<TextPart, ScoreModel & { readonly doubted: number }>> {
  readonly letter: ScoreModel;
}

/**
 * `npm run eval -- --only text --fit FILE` fits it on the half `tune`. `doubted` is what 1 % of the sound parts there reach, each
 * scored by a model that never saw its document. Run the command without `--fit` to measure the half `held`.
 */
export const TEXT_MODEL: TextModel = model;

/** Letters beside each other that a place shows. */
const PLACE = 3;

/**
 * `text_pixels`: the letters of zone and print, compared with those beside them and with other lines in ink, sharpness, width of
 * strokes, noise, colour, size, foot and head, and all measures of the part together in one score.
 *
 * A pass is never able: half of the changed parts have the score of sound ones.
 *
 * @param others what the other measures found on this picture
 */
export function textPixels(picture: ForensicPicture, regions: Regions, others: readonly Traced[]): Traced[] {
  return (['zone', 'print'] as const).flatMap((part) => judged(picture, regions, others, part));
}

function judged(picture: ForensicPicture, regions: Regions, others: readonly Traced[], part: TextPart): Traced[] {
  const letters = lettersOfPart(picture, regions, part);
  const odds = oddsOfLetters(TEXT_MODEL.letter, letters);
  const features = textFeatures(letters, odds, others, part);
  if (!features) return [];
  const { doubted, ...score } = TEXT_MODEL[part];
  const measure = logOddsOf(score, features);
  const fail = measure >= doubted;
  const row = highestRow(letters, odds, PLACE)?.letters ?? [letters[odds.indexOf(Math.max(...odds))]!];
  return [
    {
      name: 'text_pixels',
      part,
      measure,
      threshold: doubted,
      able: fail,
      result: fail ? 'fail' : 'pass',
      reason: fail
        ? 'Text consistency: low. The pixels of some characters suggest that the text was edited. Genuine documents can look like this, too'
        : 'Text consistency: high. The pixels of the characters do not suggest editing',
      place: fail ? around(row.map(boxOf)) : null,
      ...(fail && { spots: spotsOf(letters, odds) }),
    },
  ];
}

/** Letters that are more likely changed than sound; the likeliest are drawn in full. */
function spotsOf(letters: readonly ComparedLetter[], odds: readonly number[]) {
  const most = Math.max(1e-9, ...odds);
  return letters.flatMap((letter, i) =>
    odds[i]! > 0 ? [{ box: boxOf(letter), strength: (2 * odds[i]!) / most }] : [],
  );
}

const boxOf = ({ line: { strip }, letter: { left, top, width, height } }: ComparedLetter): Box =>
  strip.boxOf(left, top, width, height);

function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}
