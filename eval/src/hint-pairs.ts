import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { documentPairs, facePairs, type Judged, judgedDocument, judgedFace, type Pair } from './live-hints/pairs.ts';
import { pictures, specimens } from './live-hints.ts';
import type { Measurement, Subject } from './measurement.ts';

/** Pairs of each kind; they are spread over the set. */
const PAIRS = 12;

function spread<T>(all: readonly T[]): T[] {
  return all.filter((_, i) => Math.floor((i * PAIRS) / all.length) !== Math.floor(((i - 1) * PAIRS) / all.length));
}

const said = ({ hint, faults }: Judged<string>): string => `SDK ${hint}, service ${faults.join(' and ') || 'takes it'}`;

async function measure<S, H extends string>(
  pairs: readonly Pair<S, H>[],
  sources: readonly (readonly [name: string, bytes: Buffer])[],
  good: H,
  judge: (bytes: Buffer, scene: S) => Promise<Judged<H>>,
): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const { what, hint, faults, good: sound, bad } of pairs) {
    let right = 0;
    for (const [name, bytes] of sources) {
      const [first, second] = [await judge(bytes, sound), await judge(bytes, bad)];
      const served = faults.length === 0 ? second.faults.length === 0 : second.faults.includes(faults[0]!);
      const agree = first.hint === good && first.faults.length === 0 && second.hint === hint && served;
      if (agree) right++;
      lines.push({
        what: `${what}: ${name}`,
        figure: `good: ${said(first)}; bad: ${said(second)}${agree ? '' : ' (!)'}`,
      });
    }
    lines.push({ what: `${what}: pairs judged as meant by both`, right, of: sources.length });
  }
  return lines;
}

/** Pairs of a good and a bad frame: what the browser SDK hints, and what the service says of the same frame as an upload. */
export const hintPairs: Subject = {
  name: 'hint-pairs',
  async measure(data) {
    const documents = spread(await specimens(data));
    const portraits = spread(pictures(data, 'faces_pairs')).map(
      (file) => [basename(file), readFileSync(file)] as const,
    );
    return [
      ...(await measure(documentPairs, documents, 'found', judgedDocument)),
      ...(await measure(facePairs, portraits, 'good', judgedFace)),
    ];
  },
};
