import type { Measurement } from '../measurement.ts';
import type { End } from '../verdicts/verdict.ts';

/** Shares of documents, of chips that are read, and of wallets. Assumptions, not measurements. */
export interface Mix {
  /** The assumption in words. */
  readonly assumption: string;
  /** Share of each type of document, together 1. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Share of the documents with a chip whose chip is read. */
  readonly chips_read: number;
  /** Share of the documents of a type that a wallet holds. */
  readonly wallets: Readonly<Record<string, number>>;
}

/** Verdict on a sound document, with or without its chip. */
export interface SoundResult {
  readonly kind: string;
  readonly chip: boolean;
  readonly end: End;
}

/** Verdict on a forged document. */
export interface Attempt {
  /** Attacker of the table of `bonafide assurance`, and what they did. */
  readonly name: string;
  /** True if the issuer's signature excludes the attacker. */
  readonly excluded: boolean;
  readonly end: End;
}

/** Documents that need a person: those in doubt, and sound ones that were flagged. */
const needPerson = (results: readonly SoundResult[]) => results.filter(({ end }) => end !== 'cleared').length;

const shareOf = (results: readonly SoundResult[]) => (results.length === 0 ? 1 : needPerson(results) / results.length);

/** The share of sound documents that need a person in a mix, with the counts that it is made of. */
export function mixed(name: string, mix: Mix, sound: readonly SoundResult[]): Measurement[] {
  const share = (wallets: boolean) =>
    Object.entries(mix.kinds).reduce((sum, [kind, part]) => {
      const own = sound.filter((result) => result.kind === kind);
      const chipped = own.filter(({ chip }) => chip);
      const read = chipped.length > 0 ? mix.chips_read : 0;
      const person = read * shareOf(chipped) + (1 - read) * shareOf(own.filter(({ chip }) => !chip));
      return sum + part * person * (wallets ? 1 - (mix.wallets[kind] ?? 0) : 1);
    }, 0);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const goal = name === 'drawn16' ? { target: '≤ 40 %', met: share(false) <= 0.4 } : {};
  const wallets = Object.keys(mix.wallets).length > 0;
  return [
    { what: `mix ${name} (assumption): sound documents that need a person`, figure: percent(share(false)), ...goal },
    ...(wallets
      ? [{ what: `mix ${name}: the same where holders share their wallets`, figure: percent(share(true)) }]
      : []),
    ...Object.keys(mix.kinds).flatMap((kind) =>
      [true, false].flatMap((chip): Measurement[] => {
        const own = sound.filter((result) => result.kind === kind && result.chip === chip);
        const what = `sound ${kind} ${chip ? 'with' : 'without'} its chip: needs a person`;
        return own.length > 0 ? [{ what, right: needPerson(own), of: own.length }] : [];
      }),
    ),
  ];
}

/** Attempts from which the 95 % bound of no success is 2 %. */
const ENOUGH = 149;

/** Cleared attempts of each attack. */
export function clearedOf(attempts: readonly Attempt[]): Measurement[] {
  const names = [...new Set(attempts.map(({ name }) => name))];
  return names.map((name) => {
    const own = attempts.filter((attempt) => attempt.name === name);
    const cleared = own.filter(({ end }) => end === 'cleared').length;
    const row = { what: `forged, ${name}: cleared`, right: cleared, of: own.length };
    if (!own.every(({ excluded }) => excluded)) return row;
    return { ...row, target: `0 of ≥ ${ENOUGH}`, met: cleared === 0 && own.length >= ENOUGH };
  });
}
