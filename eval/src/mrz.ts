import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_SIDE, decodeRgb, readDocument, turn } from '@bonafide/verification';
import { readOnce, TODAY, timeOfReading } from './documents.ts';
import type { Measurement, Subject } from './measurement.ts';

interface Truth {
  readonly file: string;
  readonly mrz: { readonly format: string; readonly lines: readonly string[]; readonly all_valid: boolean } | null;
}

/** Machine readable zones: read whole, valid and invalid ones, and never made up. Each picture is also read on its side. */
export const mrz: Subject = {
  name: 'mrz',
  async measure(data) {
    const folder = join(data, 'documents_mrz');
    const list = join(folder, 'ground_truth.json');
    if (!existsSync(list)) return [];
    const truths: Truth[] = JSON.parse(readFileSync(list, 'utf8'));
    const count = {
      valid: 0,
      digits: 0,
      zones: 0,
      lines: 0,
      wrong: 0,
      sure: 0,
      invalid: 0,
      refused: 0,
      none: 0,
      quiet: 0,
      side: 0,
    };
    const misses: string[] = [];
    for (const [i, { file, mrz }] of truths.entries()) {
      const found = (await readOnce(folder, file)).mrz;
      const same = found?.mrz.lines.join() === mrz?.lines.join();
      if (found?.mrz.valid && !same) count.wrong++;
      if (!mrz) {
        count.none++;
        if (!found?.mrz.valid) count.quiet++;
        continue;
      }
      count.zones++;
      if (same) count.lines++;
      if (found?.certain.has('names') || found?.certain.has('surname')) count.sure++;
      if (mrz.all_valid) count.valid++;
      if (mrz.all_valid && found?.mrz.digitsValid) count.digits++;
      if (!mrz.all_valid) count.invalid++;
      if (!mrz.all_valid && found && !found.mrz.valid) count.refused++;
      const { rgb } = await decodeRgb(readFileSync(join(folder, file)), { side: DOCUMENT_SIDE });
      const side = (await readDocument(turn(rgb, ((i % 3) + 1) as 1 | 2 | 3), { today: TODAY })).mrz;
      const sameOnSide = side?.mrz.lines.join() === mrz.lines.join();
      if (sameOnSide) count.side++;
      if (side?.mrz.valid && !sameOnSide) count.wrong++;
      if (!same) misses.push(file);
      if (!sameOnSide) misses.push(`${file} turned by ${90 * ((i % 3) + 1)}°`);
    }
    return [
      {
        what: 'valid zones read with every check digit right',
        right: count.digits,
        of: count.valid,
        target: '≥ 95 %',
        met: count.digits >= 0.95 * count.valid,
      },
      {
        what: 'zones read with every character right',
        right: count.lines,
        of: count.zones,
        target: '≥ 90 %',
        met: count.lines >= 0.9 * count.zones,
      },
      {
        what: 'the same, pictures turned by 90, 180 or 270°',
        right: count.side,
        of: count.zones,
        target: '≥ 90 %',
        met: count.side >= 0.9 * count.zones,
      },
      {
        what: 'zones reported valid that are not what is printed',
        figure: String(count.wrong),
        target: '0',
        met: count.wrong === 0,
      },
      {
        what: 'misprinted zones reported invalid',
        right: count.refused,
        of: count.invalid,
        target: 'all',
        met: count.refused === count.invalid,
      },
      {
        what: 'pictures without a zone, none reported valid',
        right: count.quiet,
        of: count.none,
        target: 'all',
        met: count.quiet === count.none,
      },
      { what: 'zones whose names two readers agree on', right: count.sure, of: count.zones },
      ...misses.map((file) => ({ what: `missed: ${file}`, figure: '' })),
      ...timeOfReading(),
    ] satisfies Measurement[];
  },
};
