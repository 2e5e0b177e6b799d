import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { listed, listOf, person } from './testing.ts';

const SCRIPTS = [
  'abcdefgh',
  'абвгдежз',
  'ابجدهوزح',
  'אבגדהוזח',
  '王李张刘陈杨黄赵',
  '김이박최정강조윤',
  'αβγδεζηθ',
  'अआइईउऊऋए',
  'กขคฆงจฉช',
  '𝕬𝟘🙂ﬁ',
];
const letters = fc.constantFrom(
  ...SCRIPTS.flatMap((script) => [...script]),
  ' ',
  '-',
  "'",
  '\u200f',
  '\u0301',
  '0',
  '\0',
);
const particles = fc.array(fc.constantFrom('al', 'bin', 'de', 'la', 'von', 'dr', 'abd'), {
  minLength: 1,
  maxLength: 40,
});

const names = fc.oneof(
  fc.array(letters, { minLength: 1, maxLength: 300 }).map((all) => all.join('')),
  letters.map((letter) => letter.repeat(1000)),
  particles.map((all) => all.join(' ')),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }),
);

const list = listOf(listed('MUHAMMAD, Mustafa Abdallah'), listed('王伟'), listed('محمد علي'), listed('al de la von'));

test('any text is searched for, and scores are within 0 and 1', () => {
  fc.assert(
    fc.property(names, (name) => {
      for (const { score } of list.hits(person(name))) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 500) },
  );
});
