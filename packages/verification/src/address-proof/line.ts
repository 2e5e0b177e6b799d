import { wordsOf } from './compare.ts';

/** The parts of a line of an address. A number is apart from words, and says what it counts. */
export interface AddressLine {
  /** Numbers of flats, blocks and other parts of a place, as `flat 3`. */
  readonly units: readonly string[];
  /** Numbers of the house that the line calls so, in the line's order. */
  readonly house: readonly string[];
  /** Other numbers that may be a house's, in the line's order. */
  readonly numbers: readonly string[];
  /** All other words, with numbers that belong to the name of a street. */
  readonly words: readonly string[];
}

/** Texts that people write where they have nothing to say. `S/N` is Spanish for "without a number". */
const ABSENT = /^[^\p{L}\d]*(?:|0+|n[^\p{L}\d]*a|s[^\p{L}\d]*n|none|nil|null|no|unknown|not applicable)[^\p{L}\d]*$/iu;

/** A number or several, such as `10`, `10a`, `10 bis`, `10-12` and `2/1`. The dot after `17.` makes an ordinal in some languages. */
const NUMBER = /(?<![\p{L}\d])(\d+(?: ?(?:bis|ter|quater)|\p{L})?(?:[-–/]\d+\p{L}?)*\.?)(?![\p{L}\d])/iu;

/** Words that say what the next number counts. `apartment`, `apt` and `unit` come as `flat`. */
const UNITS: ReadonlySet<string> = new Set(['flat', 'block', 'tower', 'building', 'floor']);

/** Words that are left out as often as they are written. */
const UNNAMED: ReadonlySet<string> = new Set(['flat', 'house', 'building']);

/** Words before a number that belongs to the name of a street, as in `rue du 8 Mai 1945`. */
const OF: ReadonlySet<string> = new Set(
  'of the des du de del della do da der dem den van highway route interstate calle carrera'.split(' '),
);

interface Token {
  readonly text: string;
  readonly kind: 'number' | 'ordinal' | 'word';
}

/** Returns whether a text says that there is nothing, such as `N/A` and `-`. */
export const isAbsent = (text: string): boolean => ABSENT.test(text);

/** Reads one line of an address, such as `Flat 3, 10 High Street`. */
export function addressLine(line: string): AddressLine {
  const read = { units: [] as string[], house: [] as string[], numbers: [] as string[], words: [] as string[] };
  if (isAbsent(line)) return read;
  // `100 Main St #3` names a flat, `#100 Main St` a house.
  const text = line.normalize('NFKC').replace(/(?<=\d.*)#/gsu, ' flat ');
  for (const segment of text.split(/[,;\n]/)) readSegment(tokensOf(segment), read);
  return read;
}

function readSegment(tokens: readonly Token[], read: Record<keyof AddressLine, string[]>): void {
  for (let at = 0; at < tokens.length; at++) {
    const { text, kind } = tokens[at]!;
    const next = tokens[at + 1];
    if (kind === 'word' && next && isNumber(next) && (UNITS.has(text) || text === 'house')) {
      if (text === 'house') read.house.push(...partsOf(next.text));
      else read.units.push(`${text} ${next.text}`);
      at += 1;
    } else if (kind === 'word') {
      if (!UNNAMED.has(text)) read.words.push(text);
    } else if (isOfName(tokens, at)) read.words.push(text);
    else read.numbers.push(...partsOf(text));
  }
}

const partsOf = (number: string): string[] => number.split('-');

/** Points of the compass, which `wordsOf` writes in full: `Flat E`. */
const COMPASS = /^(?:north|south|east|west)$/;

/** Returns whether a token can be the number of a flat: `3`, `B2`, `B`. */
const isNumber = ({ text, kind }: Token): boolean =>
  kind !== 'word' || /\d/.test(text) || text.length === 1 || COMPASS.test(text);

/** Returns whether a number belongs to the name of a street: `Straße des 17. Juni`, `rue du 8 Mai 1945`, `Highway 50`. */
function isOfName(tokens: readonly Token[], at: number): boolean {
  const [previous, next] = [tokens[at - 1], tokens[at + 1]];
  if (previous?.kind !== 'word') return false;
  if (OF.has(previous.text)) return true;
  if (tokens[at]!.kind === 'ordinal' && next?.kind === 'word' && !UNITS.has(next.text)) return true;
  const isYear = /^(?:1[89]|20)\d\d$/.test(tokens[at]!.text);
  return isYear && at >= 2 && tokens[at - 2]!.kind !== 'word' && isOfName(tokens, at - 2);
}

/** Words and numbers in order. The letter of a number at the end, as in `Mühlweg 5 a`, belongs to the number. */
function tokensOf(segment: string): Token[] {
  const tokens = segment.split(NUMBER).flatMap((piece, n): Token[] => {
    if (n % 2 === 0) return wordsOf(piece).map((text) => ({ text, kind: 'word' }));
    const text = piece.replace(/[. ]/g, '').replace(/[–/]/g, '-').toLowerCase();
    return [{ text, kind: piece.endsWith('.') ? 'ordinal' : 'number' }];
  });
  const [number, letter] = tokens.slice(-2);
  if (number?.kind !== 'number' || !/^[a-z]$/.test(letter?.text ?? '')) return tokens;
  return [...tokens.slice(0, -2), { text: `${number.text}${letter!.text}`, kind: 'number' }];
}
