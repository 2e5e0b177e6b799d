import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AddressProofAnalysis, analyseAddressProof, edits } from '@bonafide/verification';
import { LAYOUTS } from './address-proof/layouts.ts';
import { madeProofs } from './address-proof/made.ts';
import { UNLIKE_LAYOUTS } from './address-proof/unlike-layouts.ts';
import { spent } from './call-times.ts';
import type { Measurement, Subject } from './measurement.ts';

interface Truth {
  readonly kind: string;
  readonly issuer: string | null;
  readonly holder: readonly string[];
  readonly address: string | null;
  readonly date: string | null;
  /** Only of those that are made. */
  readonly period?: readonly [string, string] | null;
}

interface OfFile extends Truth {
  readonly file: string;
}

/** Accents and blanks aside. */
const bare = (text: string | null | undefined) =>
  (text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '');

/** One letter in so many may be misread in a picture: the recogniser knows few accents and no ß. */
const LETTERS_A_SLIP = 12;

/** Returns whether a reading equals the truth; from a picture, single letters may differ. */
function right(read: string | null | undefined, truth: string | null | undefined, picture: boolean): boolean {
  const [a, b] = [bare(read), bare(truth)];
  return a === b || (picture && a !== '' && edits(a, b) <= Math.floor(b.length / LETTERS_A_SLIP));
}

/** Counts right answers, of accepted kinds and of others. */
function tally(target?: string) {
  const counts = new Map<string, [right: number, of: number]>();
  const count = (what: string, is: boolean) => {
    const [right, of] = counts.get(what) ?? [0, 0];
    counts.set(what, [right + (is ? 1 : 0), of + 1]);
  };
  return {
    add(truth: Truth, analysis: AddressProofAnalysis, picture: boolean): void {
      const proof = analysis.readable ? analysis.proof : undefined;
      if (truth.kind === 'not_accepted') {
        count('kinds that are not accepted, refused', proof?.kind === null);
        return;
      }
      const names = proof?.holders.map(({ name }) => name).toSorted() ?? [];
      count('accepted kinds recognised', proof?.kind === truth.kind);
      count('holder', right(names.join(' '), truth.holder.toSorted().join(' '), picture));
      count(
        'no wrong holder',
        names.length === 0 || right(names.join(' '), truth.holder.toSorted().join(' '), picture),
      );
      count('address', right(proof?.address, truth.address, picture));
      count('date', proof?.issueDate === truth.date);
      if (truth.period !== undefined) {
        const [start, end] = truth.period ?? [null, null];
        count('period', proof?.periodStart === start && proof.periodEnd === end);
      }
      count('issuer', right(proof?.issuer, truth.issuer, picture));
      if (!analysis.readable) return;
      count(
        'no trace of work on an untouched file',
        analysis.source.every(({ result }) => result === 'pass'),
      );
      if (picture)
        count(
          'no fault of a good picture',
          analysis.quality.every(({ result }) => result === 'pass'),
        );
    },
    lines(prefix: string): Measurement[] {
      return [...counts].map(([what, [right, of]]) => ({
        what: `${prefix}${what}`,
        right,
        of,
        ...(target && !/^(?:issuer|no )/.test(what) ? { target, met: right === of } : {}),
      }));
    },
  };
}

/** The seed of the papers that are made: others give other people, layouts, dates and fonts. */
const SEED = 7;

/** Photographs by hand: a third of the papers, turned by up to so many degrees. */
const ASKEW = { every: 3, tilt: 6 };

/** Proofs of address: kind, holder, address and date of those that are accepted, and refusal of the others. */
export const addressProof: Subject = {
  name: 'address-proof',
  async measure(data) {
    const folder = join(data, 'proof_of_address');
    const list = join(folder, 'ground_truth.json');
    const [given, made, unlike, askew] = [tally('all'), tally(), tally(), tally()];
    const [time, madeTime] = [spent(), spent()];
    const options = { country: 'USA', today: '2026-01-01' };
    for (const truth of existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as OfFile[]) : []) {
      const bytes = readFileSync(join(folder, truth.file));
      const mediaType = truth.file.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
      given.add(truth, await time.of(() => analyseAddressProof({ bytes, mediaType }, options)), false);
    }
    for await (const proof of madeProofs(SEED)) {
      const analysis = await madeTime.of(() => analyseAddressProof(proof, { ...options, country: proof.country }));
      made.add(proof, analysis, proof.mediaType !== 'application/pdf');
    }
    for await (const proof of madeProofs(SEED, UNLIKE_LAYOUTS)) {
      const analysis = await analyseAddressProof(proof, { ...options, country: proof.country });
      unlike.add(proof, analysis, proof.mediaType !== 'application/pdf');
    }
    for await (const proof of madeProofs(SEED, LAYOUTS, ASKEW)) {
      const analysis = await analyseAddressProof(proof, { ...options, country: proof.country });
      if (proof.mediaType !== 'application/pdf') askew.add(proof, analysis, true);
    }
    return [
      ...given.lines(''),
      ...time.lines('a document', 2),
      ...made.lines('made: '),
      ...unlike.lines('made, unlike the others: '),
      ...askew.lines('made, photographed askew by up to 6°: '),
      ...madeTime.lines('a made document', 2).slice(0, 1),
    ];
  },
};
