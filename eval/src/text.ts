import { writeFileSync } from 'node:fs';
import { TEXT_MODEL } from '../../packages/verification/src/tamper/text-pixels.ts';
import { aucOf } from './forensics/roc.ts';
import { crossValidated, fittedToTexts, type ScoredText, scoredBy } from './forensics/text-fitted.ts';
import { type MeasuredText, measuredTexts } from './forensics/text-measured.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';

/** Shares of sound parts that reach a score at which its power is printed. */
const RATES = [0.02, 0.05, 0.1, 0.3];

/** Least height of letters, in pixels, of the pictures that show most. */
const LARGE = 20;

/** Sound parts that the score may put in doubt. */
const MOST_DOUBTED = 0.03;

/**
 * `text_pixels` on zone and print of documents with their text sound or forged: on the half that tuning never saw. With
 * `--fit FILE` the models are fitted on the other half instead, and written; the table is of models that never saw a document.
 */
export const text: Subject = {
  name: 'text',
  async measure(data, options: EvalOptions) {
    const texts: MeasuredText[] = [];
    for await (const one of measuredTexts(data, options.fit ? 'tune' : 'held', options)) texts.push(one);
    if (!options.fit) return tableOf(scoredBy(TEXT_MODEL, texts), TEXT_MODEL);
    const model = fittedToTexts(texts);
    writeFileSync(options.fit, `${JSON.stringify(model, null, 2)}\n`);
    return tableOf(crossValidated(texts), model);
  },
};

type Limits = Readonly<Record<MeasuredText['part'], { readonly doubted: number }>>;

/** Table of the scores of texts, with thresholds of parts. */
function tableOf(texts: readonly ScoredText[], limits: Limits): Measurement[] {
  const byScore = ({ odds, part }: ScoredText) => odds !== null && odds >= limits[part].doubted;
  const byAny = (one: ScoredText) => one.doubted || byScore(one);
  return [
    ...(['zone', 'print'] as const).flatMap((part) => {
      const of = texts.filter((one) => one.part === part);
      return [
        ...doubts(part, of, byScore),
        ...rocOf(part, of),
        ...rocOf(
          `${part}, letters of ${LARGE} pixels and more`,
          of.filter(({ height }) => height >= LARGE),
        ),
        ...rocOf(
          `${part}, saved twice or reduced afterwards`,
          of.filter(({ saving }) => /chained|reduced/.test(saving)),
        ),
        ...recipesOf(part, of, byAny),
      ];
    }),
    ...everywhere(texts, byAny),
  ];
}

const isSound = ({ recipe }: MeasuredText) => recipe === null;
const isChanged = ({ changed }: MeasuredText) => changed;

function doubts(part: string, of: readonly ScoredText[], byScore: (one: ScoredText) => boolean): Measurement[] {
  const [sound, changed] = [of.filter(isSound), of.filter(isChanged)];
  const rows = (name: string, which: (one: ScoredText) => boolean): Measurement[] => [
    { what: `${part}: sound doubted by ${name}`, right: sound.filter(which).length, of: sound.length },
    { what: `${part}: changed doubted by ${name}`, right: changed.filter(which).length, of: changed.length },
  ];
  const [falsely, forged] = rows('the score', byScore);
  const documents = new Set(sound.filter(byScore).map(({ document }) => document)).size;
  return [
    { ...falsely!, target: '≤ 3 %', met: falsely!.right! <= MOST_DOUBTED * falsely!.of! },
    {
      what: `${part}: documents of these sound parts`,
      right: documents,
      of: new Set(sound.map((one) => one.document)).size,
    },
    forged!,
    ...rows('the other measures', ({ doubted }) => doubted),
    ...rows('any measure', (one) => one.doubted || byScore(one)),
  ];
}

/** Share of changed parts that the score finds at each share of sound ones in doubt. */
function rocOf(name: string, of: readonly ScoredText[]): Measurement[] {
  const odds = (which: (one: ScoredText) => boolean) =>
    of.flatMap((one) => (which(one) && one.odds !== null ? [one.odds] : [])).sort((a, b) => a - b);
  const [sound, changed] = [odds(isSound), odds(isChanged)];
  if (sound.length === 0 || changed.length === 0) return [];
  return [
    { what: `${name}: area under ROC`, figure: aucOf(sound, changed).toFixed(2) },
    ...RATES.map((rate) => {
      const limit = sound[Math.min(sound.length - 1, Math.ceil(sound.length * (1 - rate)))]!;
      const found = changed.filter((value) => value >= limit).length;
      return { what: `${name}: changed found, ${100 * rate} % of sound doubted`, right: found, of: changed.length };
    }),
  ];
}

function recipesOf(part: string, of: readonly ScoredText[], byAny: (one: ScoredText) => boolean): Measurement[] {
  const changed = of.filter(isChanged);
  return [...new Set(changed.map(({ recipe }) => recipe))].sort().map((recipe) => {
    const made = changed.filter((one) => one.recipe === recipe);
    return { what: `${part}: doubted by any measure, ${recipe}`, right: made.filter(byAny).length, of: made.length };
  });
}

/** Forgeries whose zone and print were both changed, and sound pictures that have both: is either in doubt? */
function everywhere(texts: readonly ScoredText[], byAny: (one: ScoredText) => boolean): Measurement[] {
  const groups = new Map<string, ScoredText[]>();
  for (const one of texts) {
    // A sound document has several savings; a forgery has one for each side.
    const key = [one.document, one.capture, one.recipe, isSound(one) && one.saving].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const both = (which: (one: ScoredText) => boolean) =>
    [...groups.values()].filter((of) =>
      ['zone', 'print'].every((part) => of.some((one) => one.part === part && which(one))),
    );
  const row = (what: string, of: readonly ScoredText[][], which: (one: ScoredText) => boolean) => ({
    what: `zone or print doubted: ${what}`,
    right: of.filter((group) => group.some(which)).length,
    of: of.length,
  });
  const [sound, changed] = [both(isSound), both(isChanged)];
  return [
    row('sound, by any measure', sound, byAny),
    row('sound, without the score', sound, ({ doubted }) => doubted),
    row('data changed everywhere, by any measure', changed, byAny),
    row('data changed everywhere, without the score', changed, ({ doubted }) => doubted),
  ];
}
