import { ALPHABET } from './align.ts';
import { type Format, type Kind, kinds } from './formats.ts';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Characters that may stand at places of a kind. */
const MAY: Readonly<Record<Kind, string>> = {
  code: `${LETTERS}${DIGITS}<`,
  letters: `${LETTERS}<`,
  digits: `${DIGITS}<`,
  any: `${LETTERS}${DIGITS}<`,
  sex: 'MFX<',
  check: `${DIGITS}<`,
};

/** First characters by format. */
const BEGINNINGS: Readonly<Record<Format['name'], readonly string[]>> = {
  TD1: ['ACI'],
  TD2: ['ACIP'],
  TD3: ['P'],
  MRVA: ['V'],
  MRVB: ['V'],
  FRA_ID: ['I', 'D', 'F', 'R', 'A'],
  DL1: ['D'],
};

const set = (characters: string) => Array.from(ALPHABET, (character) => characters.includes(character));

const tables = new Map<Format, boolean[][][]>();

/** Allowed characters at each place: `allowed(format)[line][place][index in ALPHABET]`. */
export function allowed(format: Format): readonly (readonly (readonly boolean[])[])[] {
  const known = tables.get(format);
  if (known) return known;
  const table = kinds(format).map((line) => line.map((kind) => set(MAY[kind])));
  BEGINNINGS[format.name].forEach((characters, place) => {
    table[0]![place] = set(characters);
  });
  tables.set(format, table);
  return table;
}
