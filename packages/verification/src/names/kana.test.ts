import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameName } from '../comparison/names.ts';
import { listed, listOf, person } from './testing.ts';

/** A syllable of a Japanese name, or a long one. */
interface Mora {
  /** Hepburn form with a short vowel. */
  readonly hepburn: string;
  readonly kunrei: string;
  readonly long: boolean;
}

const MORAE: readonly (readonly [hepburn: string, kunrei: string])[] = [
  ...'ka sa ta na ha ma ya ra wa ga da ba ki ni mi ri gi bi ku nu mu su yu ru gu ko so to no mo yo ro go do te ke re me de'
    .split(' ')
    .map((mora) => [mora, mora] as const),
  ...[['shi', 'si'] as const, ['chi', 'ti'] as const, ['tsu', 'tu'] as const, ['fu', 'hu'] as const],
  ...[['ji', 'zi'] as const, ['sho', 'syo'] as const, ['cho', 'tyo'] as const, ['ju', 'zyu'] as const],
  ...[['kyo', 'kyo'] as const, ['ryu', 'ryu'] as const, ['shu', 'syu'] as const],
];

/** Ways to write a long vowel. */
const LENGTHS = {
  macron: { o: 'ō', u: 'ū' },
  circumflex: { o: 'ô', u: 'û' },
  none: { o: 'o', u: 'u' },
  kana: { o: 'ou', u: 'uu' },
  h: { o: 'oh', u: 'uh' },
} as const;
type Length = keyof typeof LENGTHS;

const mora = fc
  .tuple(fc.constantFrom(...MORAE), fc.boolean())
  .map(([[hepburn, kunrei], long]): Mora => ({ hepburn, kunrei, long: long && /[ou]$/.test(hepburn) }));

function written(morae: readonly Mora[], length: Length, system: 'hepburn' | 'kunrei'): string {
  const text = morae.map((each, i) => {
    const short = each[system];
    if (!each.long) return short;
    // A long vowel before another vowel has no h, and no e after ou.
    const next = morae[i + 1]?.[system] ?? '';
    const way = /^[aiueoy]/.test(next) ? 'none' : length;
    return short.slice(0, -1) + LENGTHS[way][short.at(-1) as 'o' | 'u'];
  });
  const name = text.join('');
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The vowels of a name without their length, by which two names differ. */
const shortOf = (morae: readonly Mora[]) => morae.map(({ hepburn }) => hepburn).join('');

const length = fc.constantFrom(...(Object.keys(LENGTHS) as Length[]));
const system = fc.constantFrom('hepburn' as const, 'kunrei' as const);
const nameOf = (least: number) => fc.array(mora, { minLength: least, maxLength: 5 });

describe('a Japanese name', () => {
  it.each([
    ['Ōno', ['Ono', 'Ohno', 'Oono', 'Ôno', 'OHNO']],
    ['Itō', ['Ito', 'Itoh', 'Itou', 'Itoo']],
    ['Yūki', ['Yuuki', 'Yuki', 'Yuhki']],
    ['Ōtani', ['Otani', 'Ohtani', 'Ootani']],
    ['Ōhashi', ['Ohashi', 'Ohhashi', 'Oohashi']],
    ['Ōishi', ['Oishi', 'Ohishi', 'Ooishi']],
    ['Kōichirō', ['Koichiro', 'Kouichirou', 'Kohichiroh', 'Kooichiroo']],
    ['Shō', ['Sho', 'Shou', 'Shoh', 'Syo']],
    ['Honma', ['Homma']],
    ['Tsuchiya', ['Tutiya']],
    ['Inoue', ['INOUE']],
  ])('%s is one name in every romanisation', (name, spellings) => {
    for (const spelling of spellings) {
      expect([spelling, sameName(name, spelling), sameName(spelling, name)]).toEqual([spelling, 'same', 'same']);
    }
  });

  it('is one name in every romanisation, in comparison and in a search', () => {
    fc.assert(
      fc.property(nameOf(3), nameOf(3), length, length, system, system, (last, first, one, other, its, theirs) => {
        const [a, b] = [written(last, one, its), written(last, other, theirs)];
        expect([a, b, sameName(a, b)]).toEqual([a, b, 'same']);
        const full = `${b} ${written(first, other, theirs)}`;
        const list = listOf(listed(full), listed('PETRENKO, Bohdan'));
        const [hit] = list.hits(person({ first: written(first, one, its), last: a }));
        expect([full, a, hit?.matched?.listed, (hit?.score ?? 0) >= 0.9]).toEqual([full, a, full, true]);
      }),
    );
  });

  it('of two syllables is one name however the length of a vowel is written', () => {
    fc.assert(
      fc.property(nameOf(2), length, length, (name, one, other) => {
        const [a, b] = [written(name, one, 'hepburn'), written(name, other, 'hepburn')];
        // In French and Portuguese, these are other names than those without the u.
        fc.pre(![a, b].some((each) => /^(?:[mns]ou(?:ra|na|sa)|toure)$/i.test(each)));
        // In German, so are those without the h.
        fc.pre(![a, b].some((each) => /^[^aiueo]*[ou]h[^aiueo]+e$/i.test(each)));
        expect([a, b, sameName(a, b)]).toEqual([a, b, 'same']);
      }),
    );
  });

  it('is not another Japanese name', () => {
    fc.assert(
      fc.property(nameOf(2), nameOf(2), length, length, (name, other, one, another) => {
        fc.pre(shortOf(name) !== shortOf(other));
        expect(sameName(written(name, one, 'hepburn'), written(other, another, 'hepburn'))).not.toBe('same');
      }),
    );
  });

  it.each([
    // Korean and Chinese names.
    ['Koo', 'Ko'],
    ['Yoo', 'Yo'],
    ['Soomin', 'Somin'],
    ['Soo-jin', 'So-jin'],
    ['Joohee', 'Johee'],
    ['Hou', 'Ho'],
    ['Suh', 'Su'],
    // Names of other languages.
    ['John', 'Jon'],
    ['Kuhn', 'Kun'],
    ['Rohde', 'Rode'],
    ['Uhde', 'Ude'],
    ['Zina', 'Jina'],
    ['Noura', 'Nora'],
    ['Mouna', 'Mona'],
    ['Sousa', 'Sosa'],
    // Other Japanese names.
    ['Kohei', 'Koei'],
    ['Inoue', 'Inoe'],
    ['Yōko', 'Yūko'],
    ['Ōno', 'Ōta'],
    ['Kato', 'Kaito'],
  ])('%s and %s are two names', (a, b) => {
    expect([sameName(a, b), sameName(b, a)]).not.toContain('same');
  });
});
