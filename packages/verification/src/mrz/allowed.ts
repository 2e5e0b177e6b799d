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

/**
 * First characters by format: what ICAO has. Another letter that readers make out plainly takes its place after they agree, see
 * `merge`.
 */
const BEGINNINGS: Readonly<Record<Format['name'], readonly string[]>> = {
  TD1: ['ACI'],
  TD2: ['ACIP'],
  TD3: ['PD'],
  MRVA: ['V'],
  MRVB: ['V'],
  FRA_ID: ['I', 'D', 'F', 'R', 'A'],
  SVK_ID: ['ACI', MAY.code, 'S', 'V', 'K'],
  CHN_PERMIT: ['C', 'DRST', LETTERS, MAY.any, ...new Array<string>(7).fill(DIGITS), DIGITS, '<'],
  CHE_DL: ['F', 'A', 'C', 'H', 'E'],
  DL1: ['D'],
};

const set = (characters: string) => Array.from(ALPHABET, (character) => characters.includes(character));

const tables = new Map<Format, boolean[][][]>();

/** Allowed characters at each place: `allowed(format)[line][place][index in ALPHABET]`. */
export function allowed(format: Format): readonly (readonly (readonly boolean[])[])[] {
  const known = tables.get(format);
  if (known) return known;
  const table = kinds(format).map((line) => line.map((kind) => set(MAY[kind])));
  const [first] = format.fields.find(({ name }) => name === 'documentCode')!.at;
  BEGINNINGS[format.name].forEach((characters, place) => {
    table[first]![place] = set(characters);
  });
  tables.set(format, table);
  return table;
}
