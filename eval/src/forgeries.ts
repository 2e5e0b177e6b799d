import { makeForgeries } from './forgeries/make.ts';
import { writeMade } from './forgeries/write.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';

/** Forgeries made of the open documents; `--write FOLDER` writes them there. */
export const forgeries: Subject = {
  name: 'forgeries',
  async measure(data, { write, cache }: EvalOptions) {
    const skipped = new Map<string, number>();
    const made = makeForgeries(data, { cache }, (_, { name }) => skipped.set(name, (skipped.get(name) ?? 0) + 1));
    let count = 0;
    if (write) count = await writeMade(write, made);
    else for await (const _ of made) count++;
    return [
      { what: 'forgeries made', figure: String(count), target: '≥ 400', met: count >= 400 },
      ...[...skipped].map(([name, times]) => ({
        what: `documents without what "${name}" needs`,
        figure: String(times),
      })),
    ] satisfies Measurement[];
  },
};
