import { CULTURES, type Culture } from './cultures.ts';

/** Numbers from 0 to 1. */
type Random = () => number;

/** A made-up person. */
export interface Person {
  readonly culture: string;
  /** Names in the person's own letters. One of them is empty for a person with one name. */
  readonly surname: string;
  readonly givenNames: string;
  readonly suffix: string | null;
  /** The names in A to Z, as the issuer writes them (ICAO Doc 9303-3, section 6), upper case. */
  readonly latin: { readonly surname: string; readonly givenNames: string };
  /** Surname as print has it beside a name at birth or by marriage; else the surname. */
  readonly printedSurname: string;
}

export const pickOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const countOf = (random: Random, [least, most]: readonly [number, number] = [1, 1]) =>
  least + Math.floor(random() * (most - least + 1));

/** Makes up a person of a random naming culture. The numbers decide everything. */
export function personOf(random: Random): Person {
  const culture = pickOf(random, CULTURES);
  const surname = surnameOf(random, culture);
  const givenNames = distinct(random, culture.given, countOf(random, culture.givenCount)).join(' ');
  const suffix = culture.suffixes && random() < 0.4 ? pickOf(random, culture.suffixes) : null;
  const married =
    culture.connector && random() < 0.2 ? ` ${culture.connector} ${pickOf(random, culture.surnames)}` : '';
  const form = Math.floor(random() * 2);
  return {
    culture: culture.name,
    surname,
    givenNames,
    suffix,
    latin: { surname: latinOf(surname, form), givenNames: latinOf(givenNames, form) },
    printedSurname: `${surname}${married}`,
  };
}

function surnameOf(random: Random, { surnames, particles, surnameCount = [1, 1], hyphens }: Culture): string {
  const count = Math.max(1, countOf(random, surnameCount));
  const parts = distinct(random, surnames, count + (hyphens && random() < 0.2 ? 1 : 0));
  const particle = particles && random() < 0.4 ? `${pickOf(random, particles)} ` : '';
  return particle + parts.join(hyphens ? '-' : ' ');
}

function distinct<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = [...list];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

/** ICAO Doc 9303-3, section 6, written independently of the tables under test: the recommended form, and the other one. */
const LATIN: Readonly<Record<string, readonly [string, string]>> = {
  Ä: ['AE', 'A'],
  Ö: ['OE', 'O'],
  Ü: ['UE', 'U'],
  Å: ['AA', 'A'],
  Ø: ['OE', 'O'],
  Ñ: ['N', 'NXX'],
  Æ: ['AE', 'AE'],
  Œ: ['OE', 'OE'],
  ß: ['SS', 'SS'],
  Þ: ['TH', 'TH'],
  Ð: ['D', 'D'],
  Đ: ['D', 'D'],
  Ł: ['L', 'L'],
  Ə: ['E', 'E'],
  İ: ['I', 'I'],
  Ɗ: ['D', 'D'],
  Ƙ: ['K', 'K'],
};

const CYRILLIC =
  'АA БB ВV ГG ДD ЕE ЁE ЖZH ЗZ ИI ЙI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKH ЦTS ЧCH ШSH ЩSHCH ЪIE ЫY Ь ЭE ЮIU ЯIA'.split(
    ' ',
  );
/** ELOT 743 for the letters of the names here. */
const GREEK = 'ΑA ΒV ΓG ΔD ΕE ΖZ ΗI ΘTH ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧCH ΨPS ΩO'.split(' ');
const TABLE = new Map([...CYRILLIC, ...GREEK].map((entry) => [entry[0]!, entry.slice(1)]));

/** Writes a name in A to Z, upper case, hyphens as blanks and apostrophes left out, as zones do. */
export function latinOf(name: string, form = 0): string {
  return Array.from(
    name.replaceAll('ß', 'SS').toUpperCase().normalize('NFC').replaceAll('ΟΥ', 'OU').replaceAll('ΟΎ', 'OU'),
  )
    .map((letter) => {
      const bare = letter.normalize('NFD')[0]!;
      return (
        LATIN[letter]?.[form] ??
        TABLE.get(letter) ??
        TABLE.get(bare) ??
        (/[A-Z]/.test(bare) ? bare : /[-\s]/.test(letter) ? ' ' : '')
      );
    })
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

/** Name without accents, as people type it who don't have the letters. */
export const plainOf = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ØøŁłĐđŒœÆæÞþÐðİıƏəʻƊɗƘƙ]/g, (letter) => PLAIN[letter.toUpperCase()] ?? letter);

const PLAIN: Readonly<Record<string, string>> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Œ: 'OE',
  Æ: 'AE',
  Þ: 'Th',
  Ð: 'D',
  I: 'I',
  İ: 'I',
  Ə: 'E',
  ʻ: '',
  Ɗ: 'D',
  Ƙ: 'K',
};
