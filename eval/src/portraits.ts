import { writeFileSync } from 'node:fs';
import { LEAST_FACE, PORTRAIT_LIMITS, portraitScore } from '../../packages/verification/src/tamper/portrait-pixels.ts';
import { aucOf } from './forensics/roc.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';
import { fittedTo } from './portraits/fitted.ts';
import { type MeasuredPortrait, measuredPortraits } from './portraits/measured.ts';

type Scored = MeasuredPortrait & { readonly score: number };

/** Properties that distinguish pictures, besides the width of their faces. */
const GROUPED = ['origin', 'capture', 'saved', 'brush'] as const;

/**
 * `portrait_pixels` on pictures in pairs, one with its own portrait and one with another's, captured and saved alike: on the
 * half of the documents that tuning never saw. With `--fit FILE` the model is fitted on the other half instead, and written.
 */
export const portraits: Subject = {
  name: 'portraits',
  async measure(data, options: EvalOptions) {
    if (options.fit) {
      const model = fittedTo(await listed(measuredPortraits(data, ['tune'], options)));
      writeFileSync(options.fit, `${JSON.stringify(model, null, 2)}\n`);
      return [{ what: 'written; run again without --fit to measure', figure: options.fit }];
    }
    const held = await listed(measuredPortraits(data, ['held'], options));
    const scored = held.flatMap((one) => (one.features ? [{ ...one, score: portraitScore(one.features) }] : []));
    const groups: readonly (readonly [name: string, of: readonly Scored[]])[] = [
      ['faces of 80 to 159 pixels', scored.filter(({ width }) => width >= LEAST_FACE && width < 160)],
      ['faces of 160 pixels and more', scored.filter(({ width }) => width >= 160)],
      ...GROUPED.flatMap((key) => {
        const values = [...new Set(scored.flatMap((one) => one[key] ?? []))].sort();
        return values.map((value) => [`${key} ${value}`, scored.filter((one) => one[key] === value)] as const);
      }),
    ];
    return [
      { what: 'portraits that allow the score', right: scored.length, of: held.length },
      ...flagged(scored),
      ...passed('all', scored),
      ...groups.flatMap(([name, of]) => passed(name, of)),
    ];
  },
};

async function listed<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of all) list.push(one);
  return list;
}

const isSound = ({ brush }: Scored) => brush === null;

const scoresOf = (list: readonly Scored[]) => list.map(({ score }) => score);

/** Shares that the score would flag at the level that 2 % of the sound portraits of the other half reach. No verdict uses it. */
function flagged(all: readonly Scored[]): Measurement[] {
  const [sound, exchanged] = [all.filter(isSound), all.filter((one) => !isSound(one))];
  const high = (list: readonly Scored[]) => list.filter(({ score }) => score >= PORTRAIT_LIMITS.flagged);
  const documents = (list: readonly Scored[]) => new Set(list.map(({ document }) => document)).size;
  const falsely = high(sound).length;
  return [
    {
      what: 'all: sound portraits of a score to flag',
      right: falsely,
      of: sound.length,
      target: '≤ 2 %',
      met: falsely <= 0.02 * sound.length,
    },
    { what: 'all: documents of these sound portraits', right: documents(high(sound)), of: documents(sound) },
    { what: 'all: exchanged portraits of a score to flag', right: high(exchanged).length, of: exchanged.length },
    { what: 'all: area under ROC', figure: aucOf(scoresOf(sound), scoresOf(exchanged)).toFixed(2) },
  ];
}

/** Portraits with faces that are wide enough, and how many pass: counted as the report does, beside the other measures. */
function passed(name: string, all: readonly Scored[]): Measurement[] {
  const wide = all.filter(({ width }) => width >= LEAST_FACE);
  const [sound, exchanged] = [wide.filter(isSound), wide.filter((one) => !isSound(one))];
  const count = (list: readonly Scored[]) =>
    list.filter(({ score, doubted }) => score < PORTRAIT_LIMITS.passed && !doubted).length;
  const wrongly = count(exchanged);
  const rows: Measurement[] = [
    { what: `${name}: sound portraits that pass`, right: count(sound), of: sound.length },
    {
      what: `${name}: exchanged portraits that pass`,
      right: wrongly,
      of: exchanged.length,
      target: '≤ 5 %',
      met: wrongly <= 0.05 * exchanged.length,
    },
  ];
  return rows.filter(({ of }) => of !== 0);
}
