import { parseMrz } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { formatOf } from '../../../packages/verification/src/mrz/formats.ts';
import { type ChangedField, changedZone, changeOf, withCheckDigits, zoneValue } from './change.ts';
import { randomOf } from './random.ts';
import { splitOf } from './source.ts';

const passport = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const card = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];

describe('changes of a zone', () => {
  test('computing the check digits of a sound zone again leaves it as it is', () => {
    for (const lines of [passport, card]) expect(withCheckDigits(formatOf(lines)!, lines)).toEqual(lines);
  });

  test('a later expiry changes its year and its digit, and nothing else: the composite digit stays 0 by chance', () => {
    const changed = changedZone(passport, { field: 'dateOfExpiry', place: 1, from: '2', to: '9' });
    expect(changed).toEqual([passport[0], 'L898902C36UTO7408122F1904150ZE184226B<<<<<10']);
  });

  test.each<[string, readonly string[]]>([
    ['passport', passport],
    ['card', card],
  ])('every change of a %s keeps all check digits right and gives the field its new value', (_, lines) => {
    const random = randomOf('changes');
    for (const field of ['surname', 'documentNumber', 'dateOfBirth', 'dateOfExpiry'] satisfies ChangedField[]) {
      for (let i = 0; i < 20; i++) {
        const value = zoneValue(lines, field)!;
        const change = changeOf(random, field, value)!;
        const changed = changedZone(lines, change);
        const expected = [...value].map((letter, at) => (at === change.place ? change.to : letter)).join('');
        expect(zoneValue(changed, field)).toBe(expected);
        expect(change.to).not.toBe(change.from);
        expect(parseMrz(changed, '2010-01-01')!.checks.filter(({ valid }) => !valid)).toEqual([]);
      }
    }
  });
});

test('documents of one kind are in one half, the same in every run', () => {
  expect(['USA passport', 'UKR passport', 'ISL passport', 'NLD residence_permit'].map(splitOf)).toEqual([
    ...['tune', 'held', 'held', 'tune'],
  ]);
});
