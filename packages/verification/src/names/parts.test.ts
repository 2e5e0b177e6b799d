import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { partsOf } from './parts.ts';

const texts = (name: string) => partsOf(name).map(({ text }) => text);
const kinds = (name: string) => partsOf(name).map(({ text, kind }) => `${text}/${kind}`);

describe('the parts of a name', () => {
  it.each([
    ['ÅSA  Öberg-Lindström', ['asa', 'oberg', 'lindstrom']],
    ["O'NEIL, D’Arcy", ['darcy', 'oneil']],
    ['‘ABD AL-RAHMAN', ['abd', 'al', 'rahman']],
    ['Владимир Путин', ['vladimir', 'putin']],
    ['王伟', ['wang', 'wei']],
    // As a family name it is read Shan, else Dan.
    ['单田芳', ['shan', 'tian', 'fang']],
    ['박지성', ['bak', 'ji', 'seong']],
    ['バラク・オバマ', ['baraku', 'obama']],
    ['محمد الحسن', ['mhmd', 'al', 'hsn']],
    ['Ig0r Sech1n', ['igor', 'sechin']],
    ['Unit 731', ['unit', '731']],
    ['Müller', ['muller']],
    [' . – ', []],
  ])('of %s are %j', (name, parts) => {
    expect(texts(name)).toEqual(parts);
  });

  it('count for little where they are particles, titles or initials', () => {
    expect(kinds('Dr. Usama bin M. Laden')).toEqual([
      'dr/title',
      'usama/content',
      'bin/particle',
      'm/initial',
      'laden/content',
    ]);
  });

  it('are all content where there is nothing else, or only one name behind', () => {
    expect(kinds('Bin De')).toEqual(['bin/content', 'de/content']);
    expect(kinds('Ben Netanyahu')).toEqual(['ben/content', 'netanyahu/content']);
    expect(kinds('Haji Bashir')).toEqual(['haji/title', 'bashir/content']);
  });

  it('of Chinese and Korean names are content whatever Latin word they look like', () => {
    expect(kinds('李德')).toEqual(['li/content', 'de/content']);
    expect(kinds('이하')).toEqual(['i/content', 'ha/content']);
  });

  it('do not depend on case, invisible marks or the form of accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aéñößzİ -’'), maxLength: 30 }), (name) => {
        const same = texts(name.normalize('NFC'));
        expect(texts(name.normalize('NFD'))).toEqual(same);
        expect(texts(Array.from(name).join('\u200d'))).toEqual(same);
      }),
    );
  });

  it('are letters a to z and digits, whatever the name is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
        for (const text of texts(name)) expect(text).toMatch(/^[a-z0-9]+$/);
      }),
    );
  });
});
