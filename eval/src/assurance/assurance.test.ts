import { describe, expect, test } from 'vitest';
import { passportLines, readingOf, today } from '../../../packages/server/src/reports/live/document/testing.ts';
import { ecChipKey } from '../../../packages/verification/src/chip/testing/chip-key.ts';
import { documentVerdict, type ReadUpload } from '../verdicts/verdict.ts';
import { answeredBy, chipOf, otherNumber, statesOf } from './chips.ts';
import { clearedOf, type Mix, mixed } from './mix.ts';

const face = (angle: number) => Float32Array.from([Math.cos(angle), Math.sin(angle)]);
const holder = face(0);
const passport: ReadUpload = {
  sides: readingOf({ portrait: { width: 120, embedding: holder } }).analysis.sides,
  type: 'passport',
  side: null,
};
const states = statesOf([{ zone: passportLines }]);
const chip = chipOf(passportLines, states, holder);
const end = async (given?: typeof chip) => (await documentVerdict([passport], today, 3, given)).end;

describe('a passport is judged by the report itself', () => {
  test('without its chip it needs a person, with it nobody', async () => {
    expect([await end(), await end(chip)]).toEqual(['doubted', 'cleared']);
  });

  test('no attack on the chip is cleared', async () => {
    const foreign = {
      ...chipOf(passportLines, statesOf([{ zone: passportLines }]), holder),
      certificates: chip.certificates,
    };
    const changed = otherNumber(passportLines, 0);
    const attacks = {
      foreign,
      edited: { ...chip, dg1: chipOf(changed, states, holder).dg1 },
      another: chipOf(changed, states, holder),
      stranger: { ...chip, face: face(1) },
      alike: { ...chip, face: face(0.156) },
    };
    const ends = await Promise.all(Object.entries(attacks).map(async ([name, attack]) => [name, await end(attack)]));
    expect(Object.fromEntries(ends)).toEqual({
      foreign: 'doubted',
      edited: 'flagged',
      another: 'flagged',
      stranger: 'flagged',
      alike: 'doubted',
    });
  });

  test('a copied chip is cleared without an answer, and the report says that it does not exclude the copy', async () => {
    const key = ecChipKey();
    const keyed = chipOf(passportLines, states, holder, key);
    const verdictOn = async (given: typeof chip) => {
      const verdict = await documentVerdict([passport], today, 3, given);
      return [verdict.end, verdict.notExcluded.includes('copied_signed_data')];
    };
    expect(await verdictOn(chip)).toEqual(['cleared', true]);
    expect(await verdictOn(keyed)).toEqual(['cleared', true]);
    expect(await verdictOn(answeredBy(keyed, key))).toEqual(['cleared', false]);
    expect((await verdictOn(answeredBy(keyed, ecChipKey())))[0]).toBe('flagged');
  });

  test('every changed zone differs from the others', () => {
    const zones = Array.from({ length: 13 }, (_, i) => otherNumber(passportLines, i).join());
    expect(new Set([passportLines.join(), ...zones]).size).toBe(14);
  });
});

const mix: Mix = {
  assumption: 'made up',
  kinds: { passport: 0.5, driving_licence: 0.5 },
  chips_read: 0.8,
  wallets: { driving_licence: 0.5 },
};
const sound = [
  { kind: 'passport', chip: true, end: 'cleared' },
  { kind: 'passport', chip: false, end: 'doubted' },
  { kind: 'driving_licence', chip: false, end: 'doubted' },
] as const;

test('a mix weighs the documents that need a person by its shares', () => {
  const rows = mixed('us', mix, sound);
  expect(rows.slice(0, 2).map(({ figure }) => figure)).toEqual(['60.0 %', '35.0 %']);
  expect(rows.slice(2).map(({ right, of }) => [right, of])).toEqual([
    [0, 1],
    [1, 1],
    [1, 1],
  ]);
});

test('an attacker that the signature excludes must be refused 149 times', () => {
  const attempts = Array.from({ length: 149 }, () => ({ name: 'foreign', excluded: true, end: 'flagged' as const }));
  expect(clearedOf(attempts)).toEqual([
    { what: 'forged, foreign: cleared', right: 0, of: 149, target: '0 of ≥ 149', met: true },
  ]);
  expect(clearedOf(attempts.slice(1))[0]).toMatchObject({ met: false });
  expect(clearedOf([{ name: 'copied', excluded: false, end: 'cleared' }])).toEqual([
    { what: 'forged, copied: cleared', right: 1, of: 1 },
  ]);
});
