import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { makeAll } from './forgeries/make.ts';
import type { MadeDocument, Split } from './forgeries/source.ts';
import { readMade, writeMade } from './forgeries/write.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';
import { keepBusy } from './verdicts/analyser.ts';
import { analysisCache } from './verdicts/cache.ts';
import { verdictsOf } from './verdicts/run.ts';
import { type Result, tableOf } from './verdicts/table.ts';
import { SETTINGS } from './verdicts/verdict.ts';

/** Forgeries and sound documents, judged by the service's own report on documents, by each setting of evidence. */
export const forgeries: Subject = {
  name: 'forgeries',
  async measure(data, options: EvalOptions) {
    const skipped = new Map<string, number>();
    const sample = options.sample === undefined ? undefined : Number(options.sample);
    const split = splitNamed(options.split);
    const all = () =>
      options.made
        ? ofSplit(readMade(options.made, sample), split)
        : makeAll(data, {
            cache: options.cache,
            sample,
            split,
            skipped: (_, { name }) => skipped.set(name, (skipped.get(name) ?? 0) + 1),
          });
    if (options.write) {
      const count = await writeMade(options.write, all());
      return [{ what: 'documents written', figure: String(count) }, ...lacking(skipped)];
    }
    const cache = analysisCache(options.cache);
    const workers = Number(options.workers ?? cpus().length);
    const results = await verdictsOf(all(), { cache, workers });
    if (options.verdicts) writeFileSync(options.verdicts, JSON.stringify(results, null, 1));
    const busy = options.busy ? await whileBusy(Number(options.busy), results, all(), workers) : [];
    return [...tableOf(results), ...lacking(skipped), ...busy] satisfies Measurement[];
  },
};

function splitNamed(name: string | undefined): Split | undefined {
  if (name === undefined || name === 'tune' || name === 'held') return name;
  throw new Error(`--split takes tune or held, not ${name}`);
}

async function* ofSplit(all: AsyncIterable<MadeDocument>, split: Split | undefined): AsyncGenerator<MadeDocument> {
  for await (const made of all) if (split === undefined || made.split === split) yield made;
}

const lacking = (skipped: ReadonlyMap<string, number>): Measurement[] =>
  [...skipped].map(([name, times]) => ({ what: `documents that lack what "${name}" needs`, figure: String(times) }));

/** Verdicts that are others while the machine has as much other work; every picture is analysed again. */
async function whileBusy(count: number, before: readonly Result[], all: AsyncIterable<MadeDocument>, workers: number) {
  const stop = keepBusy(count);
  const after = await verdictsOf(all, { cache: analysisCache(undefined), workers }).finally(stop);
  const endsOf = ({ verdicts }: Result) => SETTINGS.map((setting) => verdicts[setting].end).join();
  const known = new Map(before.map((result) => [result.id, endsOf(result)]));
  const other = after.filter((result) => known.get(result.id) !== endsOf(result));
  const what = `verdicts that differ while ${count} other processes work`;
  return [{ what, figure: `${other.length} of ${after.length}`, target: '0', met: other.length === 0 }];
}
