import type { Forensic, ReadableSide } from '@bonafide/verification';
import { errorLevel } from './forensics/error-level.ts';
import { aucOf } from './forensics/roc.ts';
import { makeAll } from './forgeries/make.ts';
import type { MadeDocument } from './forgeries/source.ts';
import { readMade } from './forgeries/write.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';
import { startAnalyser } from './verdicts/analyser.ts';
import { type AnalysisCache, analysisCache } from './verdicts/cache.ts';

type Part = Forensic['part'];

/** One finding on one part of one picture, and whether that part was changed. */
interface Sample {
  readonly recipe: string;
  readonly changed: boolean;
  readonly finding: Forensic;
  /** The baseline's measure of the same part. */
  readonly baseline: number;
}

/** Sound parts that a measure may flag. */
const MOST_FALSE = 0.1;

/**
 * Every measure of changed pixels, on the half of sound captures and forgeries that tuning never saw: what it flags and what
 * it confirms, by recipe. The baseline is error level analysis (N. Krawetz, "A picture's worth", 2007).
 */
export const forensics: Subject = {
  name: 'forensics',
  async measure(data, options: EvalOptions) {
    const all = options.made
      ? readMade(options.made)
      : makeAll(data, {
          cache: options.cache,
          sample: options.sample === undefined ? undefined : Number(options.sample),
        });
    const samples = await samplesOf(all, analysisCache(options.cache));
    const groups = groupsOf(samples, ({ finding: { name, part } }) => `${name} of ${part}`);
    return [...groups].flatMap(([name, of]) => linesOf(name, of));
  },
};

async function samplesOf(all: AsyncIterable<MadeDocument>, cache: AnalysisCache): Promise<Sample[]> {
  const analyser = startAnalyser();
  const samples: Sample[] = [];
  // Sides that a forger left as they were.
  const sound = new Set<string>();
  for await (const { id, split, recipe, forgery, uploads, today } of all) {
    if (split !== 'held') continue;
    for (const { bytes, mediaType } of uploads) {
      const key = bytes.toString('latin1');
      if (forgery === null) sound.add(key);
      else if (sound.has(key)) continue;
      const sides = cache.get(bytes, today) ?? (await analyser.read({ id, bytes, mediaType }, today));
      cache.set(bytes, today, sides);
      for (const side of sides) {
        if (side.unreadable === undefined) samples.push(...(await samplesOfSide(side, bytes, recipe, forgery)));
      }
    }
  }
  analyser.stop();
  return samples;
}

async function samplesOfSide(
  { forensics: { findings }, regions }: ReadableSide,
  bytes: Buffer,
  recipe: string,
  forgery: MadeDocument['forgery'],
): Promise<Sample[]> {
  const parts = forgery === null ? [] : changedParts(recipe, forgery);
  const baselines = new Map<Part, number>();
  const samples: Sample[] = [];
  for (const finding of findings) {
    const changed = parts.includes(finding.part);
    // What else a forger touched beside the part that was to be changed is not known.
    if (forgery !== null && !changed) continue;
    const baseline = baselines.get(finding.part) ?? (await errorLevel(bytes, regions, finding.part));
    baselines.set(finding.part, baseline);
    samples.push({ recipe, changed, finding, baseline });
  }
  return samples;
}

/** The parts that a recipe changes. */
function changedParts(recipe: string, forgery: NonNullable<MadeDocument['forgery']>): Part[] {
  switch (forgery) {
    case 'not_a_document':
    case 'copy':
    case 'uploaded_file':
      return ['whole'];
    case 'portrait':
      return ['portrait'];
    case 'portrait_and_ghost':
      return ['portrait', 'ghost'];
    case 'data_everywhere':
      return ['zone', 'print'];
    case 'data_in_one_place':
      return recipe.startsWith('zone') ? ['zone'] : ['print'];
    case 'pasted_text':
      return ['print'];
    case 'side_missing':
      return [];
  }
}

function linesOf(name: string, samples: readonly Sample[]): Measurement[] {
  const [changed, sound] = [samples.filter((one) => one.changed), samples.filter((one) => !one.changed)];
  const flagged = (of: readonly Sample[]) => of.filter(({ finding }) => isAble(finding) && finding.result === 'fail');
  const confirmed = (of: readonly Sample[]) => of.filter(({ finding }) => isAble(finding) && finding.result === 'pass');
  // Of some measures, low values are signs of a change.
  const low = samples.some(({ finding: { result, measure, threshold } }) => result === 'fail' && measure < threshold);
  const value = ({ finding }: Sample) => (low ? -finding.measure : finding.measure);
  const auc = aucOf(sound.map(value), changed.map(value));
  const base = aucOf(
    sound.map(({ baseline }) => baseline),
    changed.map(({ baseline }) => baseline),
  );
  const falsely = flagged(sound).length;
  return [
    {
      what: `${name}: sound parts not flagged`,
      right: sound.length - falsely,
      of: sound.length,
      target: '≥ 90 %',
      met: falsely <= MOST_FALSE * sound.length,
    },
    { what: `${name}: sound parts confirmed`, right: confirmed(sound).length, of: sound.length },
    { what: `${name}: changed parts flagged`, right: flagged(changed).length, of: changed.length },
    { what: `${name}: changed parts confirmed`, right: confirmed(changed).length, of: changed.length, target: 'few' },
    { what: `${name}: area under ROC (baseline)`, figure: `${auc.toFixed(2)} (${base.toFixed(2)})` },
    ...[...groupsOf(changed, ({ recipe }) => recipe)].map(([recipe, of]) => ({
      what: `${name}: flagged, ${recipe}`,
      right: flagged(of).length,
      of: of.length,
    })),
  ];
}

function groupsOf(samples: readonly Sample[], keyOf: (sample: Sample) => string): Map<string, Sample[]> {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = keyOf(sample);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return groups;
}

const isAble = ({ able }: Forensic) => able;
