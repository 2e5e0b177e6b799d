import type { ListedRecord, QueryName } from '@bonafide/verification';
import { pick, type Random } from '../forgeries/random.ts';
import { inCyrillic, inSyllables, respelled, SPELLINGS } from './spellings.ts';

/** A way in which people, papers and machines change a name. */
export interface Alteration {
  readonly kind: string;
  /** Undefined where it changes nothing of this record. */
  make(random: Random, record: ListedRecord): QueryName | undefined;
  /** The list is searched without the original scripts that it gives. */
  readonly latinOnly?: boolean;
}

const ARABIC = 'IRQ SYR LBY YEM EGY SAU JOR LBN KWT QAT ARE TUN DZA MAR PSE SDN BHR OMN MRT SOM'.split(' ');
const SLAVIC = 'RUS UKR BLR KAZ'.split(' ');

const from = ({ nationalities, countries }: ListedRecord, wanted: readonly string[]) =>
  (nationalities.length > 0 ? nationalities : countries).some((country) => wanted.includes(country));

/** Primary name in the order in which it is said: lists put the family name first and a comma behind it. */
const said = ({ names }: ListedRecord) => names[0]!.full.replace(/^([^,]+),\s*(.+)$/, '$2 $1');

const wordsOf = (record: ListedRecord) => said(record).split(/\s+/);

const PARTICLES = /^(al|el|bin|ben|ibn|abu|abou|de|la|del|van|von|ould|abd|abdul|da|dos|ha)$/i;
const isName = (word: string) => word.replace(/[^\p{L}]/gu, '').length > 2 && !PARTICLES.test(word);

/** Places of names between the first and the last one, each separate from the word before. */
const middles = (words: readonly string[]) =>
  words
    .slice(1, -1)
    .flatMap((word, i) => (isName(word) && isName(words[i]!) && !HONORIFIC.test(words[i]!) ? [i + 1] : []));

const HONORIFIC = /^(haji|hajji|hafiz|qari|mullah|dr\.?|saif|nur|abd-al|wan)$/i;

/** Rows of keys. Neighbours of a letter are what a finger hits instead. */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function neighbour(random: Random, letter: string): string {
  const lower = letter.toLowerCase();
  const row = KEYS.findIndex((keys) => keys.includes(lower));
  if (row < 0) return 'e';
  const at = KEYS[row]!.indexOf(lower);
  return pick(
    random,
    [KEYS[row]![at - 1], KEYS[row]![at + 1], KEYS[row - 1]?.[at], KEYS[row + 1]?.[at]].filter(
      (key) => key !== undefined,
    ),
  );
}

type Slip = (random: Random, word: string, at: number) => string;
const insert: Slip = (random, word, at) => word.slice(0, at) + pick(random, [...'aeinorst']) + word.slice(at);
const leaveOut: Slip = (_, word, at) => word.slice(0, at) + word.slice(at + 1);
const double: Slip = (_, word, at) => word.slice(0, at) + word[at]! + word.slice(at);
const exchange: Slip = (_, word, at) =>
  at + 1 < word.length ? word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2) : word;
const mistype: Slip = (random, word, at) => word.slice(0, at) + neighbour(random, word[at]!) + word.slice(at + 1);

/** One word of the name with a slip; longer words have more of them. */
function slipped(random: Random, words: readonly string[], slip: Slip): string[] | undefined {
  const places = words.flatMap((word, i) => (word.length > 2 ? [...word].map((_, at) => [i, at] as const) : []));
  if (places.length === 0) return undefined;
  const [i, at] = pick(random, places);
  if (!/\p{L}/u.test(words[i]![at]!)) return undefined;
  return words.map((word, k) => (k === i ? slip(random, word, at) : word));
}

const slip = (kind: string, made: Slip): Alteration => ({
  kind,
  make(random, record) {
    const words = wordsOf(record);
    const changed = slipped(random, words, made)?.join(' ');
    return changed === undefined || changed.toLowerCase() === words.join(' ').toLowerCase()
      ? undefined
      : { full: changed };
  },
});

/** A change of the words of the name, or undefined. */
const ofWords = (
  kind: string,
  change: (random: Random, words: string[], record: ListedRecord) => readonly string[] | undefined,
): Alteration => ({
  kind,
  make(random, record) {
    const changed = change(random, wordsOf(record), record);
    return changed && { full: changed.join(' ') };
  },
});

const spelling = (
  kind: string,
  spellings: keyof typeof SPELLINGS,
  wanted: readonly string[],
  times: number,
): Alteration => ({
  kind,
  make(random, record) {
    if (!from(record, wanted)) return undefined;
    const full = respelled(random, wordsOf(record), SPELLINGS[spellings], times);
    return full === undefined ? undefined : { full };
  },
});

const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', e: '3', s: '5', a: '4', g: '9' };
const MARKS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
};
const TITLES = 'Dr Mr Sheikh Haji General Prof. Mullah Eng. Colonel Maulvi'.split(' ');
const MIDDLES = 'Ahmad Ivan Maria Ali Carlos Hasan Jose Mohammad James Ismail'.split(' ');
const SHORT =
  'alexander=sasha vladimir=volodya jose=pepe francisco=paco mikhail=misha dmitry=dima nikolai=kolya robert=bob william=bill guillermo=memo sergei=seryozha ivan=vanya michael=mike joseph=joe jesus=chuy ignacio=nacho juan=juancho thomas=tom christopher=chris david=dave yuri=yura aleksandr=sasha daniel=dan samuel=sam victor=vitya alberto=beto roberto=beto fernando=nando eduardo=lalo enrique=quique luis=lucho manuel=manolo rafael=rafa antonio=tono alejandro=alex'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]);

/** Every word as in the original, with another one at a place. */
const withWord = (words: readonly string[], at: number, word: string) =>
  words.map((each, i) => (i === at ? word : each));

export const ALTERATIONS: readonly Alteration[] = [
  slip('a letter inserted', insert),
  slip('a letter left out', leaveOut),
  slip('a letter doubled', double),
  slip('two letters exchanged', exchange),
  slip('a neighbouring key', mistype),
  ofWords('two slips in two words', (random, words) => {
    if (words.filter((word) => word.length > 4).length < 2) return undefined;
    const first = slipped(random, words, pick(random, [insert, leaveOut, exchange, mistype]));
    const at = first?.findIndex((word, i) => word !== words[i]);
    if (!first || at === undefined || at < 0) return undefined;
    const rest = slipped(
      random,
      [...first.slice(0, at), 'x', ...first.slice(at + 1)],
      pick(random, [insert, leaveOut, mistype]),
    );
    return rest && withWord(rest, at, first[at]!);
  }),
  ofWords('last word first', (_, words) => (words.length < 2 ? undefined : [words.at(-1)!, ...words.slice(0, -1)])),
  ofWords('last word first with a comma', (_, words) =>
    words.length < 2 ? undefined : [`${words.at(-1)!},`, ...words.slice(0, -1)],
  ),
  {
    kind: 'first and last name in the other field',
    make(_, record) {
      const words = wordsOf(record);
      return words.length < 2 ? undefined : { first: words.at(-1)!, last: words.slice(0, -1).join(' ') };
    },
  },
  ofWords('a middle name left out', (random, words) => {
    const places = middles(words);
    if (places.length === 0) return undefined;
    const left = pick(random, places);
    return words.filter((_, i) => i !== left);
  }),
  ofWords('a middle name added', (random, words) =>
    words.filter(isName).length < 2 ? undefined : [words[0]!, pick(random, MIDDLES), ...words.slice(1)],
  ),
  ofWords('a middle name as an initial', (random, words) => {
    const places = middles(words);
    return places.length === 0
      ? undefined
      : (([at]) => withWord(words, at!, `${words[at!]![0]}.`))([pick(random, places)]);
  }),
  ofWords('the second family name left out', (_, words, { names }) => {
    const family = /^(\S+ )(\S+),/.exec(names[0]!.full);
    return family && !PARTICLES.test(family[1]!.trim()) && words.filter(isName).length > 2
      ? words.slice(0, -1)
      : undefined;
  }),
  ofWords('a family name added with a hyphen', (random, words) =>
    words.filter(isName).length < 2
      ? undefined
      : withWord(words, words.length - 1, `${words.at(-1)}-${pick(random, MIDDLES)}`),
  ),
  ofWords('a name of the father left out', (_, words) => {
    const rest = words.filter((word) => !/(ovich|evich|ovna|evna)$/i.test(word));
    return rest.length === words.length || rest.length < 2 ? undefined : rest;
  }),
  ofWords('particles left out', (_, words) => {
    const rest = words
      .map((word) => word.replace(/^(al|el)-/i, ''))
      .filter((word) => !/^(al|el|bin|ben|ibn|de|la)$/i.test(word));
    return rest.join() === words.join() || rest.length < 2 ? undefined : rest;
  }),
  ofWords('two words joined', (random, words) => {
    if (words.length < 2) return undefined;
    const at = Math.floor(random() * (words.length - 1));
    return [...words.slice(0, at), words[at]! + words[at + 1]!, ...words.slice(at + 2)];
  }),
  ofWords('a word split', (random, words) => {
    const places = words.flatMap((word, i) => (word.length > 5 && /^\p{L}+$/u.test(word) ? [i] : []));
    if (places.length === 0) return undefined;
    const at = pick(random, places);
    const cut = 2 + Math.floor(random() * (words[at]!.length - 4));
    return withWord(words, at, `${words[at]!.slice(0, cut)} ${words[at]!.slice(cut)}`);
  }),
  ofWords('hyphens for blanks, blanks for hyphens', (random, words) => {
    const text = words.join(' ');
    if (text.includes('-')) return [text.replaceAll('-', ' ')];
    if (words.length < 3) return undefined;
    const at = Math.floor(random() * (words.length - 1));
    return [...words.slice(0, at), `${words[at]}-${words[at + 1]}`, ...words.slice(at + 2)];
  }),
  ofWords('a title added', (random, words) => [pick(random, TITLES), ...words]),
  ofWords('a short form', (_, words) => {
    for (const [long, short] of SHORT) {
      const at = words.findIndex((word) => word.toLowerCase() === long);
      if (at >= 0) return withWord(words, at, short);
    }
    return undefined;
  }),
  ofWords('digits for letters', (random, words) => {
    const text = words.join(' ');
    const places = [...text.matchAll(/[oilesag]/gi)].map(({ index }) => index);
    if (places.length === 0) return undefined;
    const at = pick(random, places);
    return [text.slice(0, at) + LOOKALIKES[text[at]!.toLowerCase()] + text.slice(at + 1)];
  }),
  ofWords('marks on letters', (random, words) => [
    words.join(' ').replace(/[aeioucnsz]/gi, (letter) => (random() < 0.3 ? MARKS[letter.toLowerCase()]! : letter)),
  ]),
  spelling('Arabic, one word otherwise', 'arabic', ARABIC, 1),
  spelling('Arabic, two words otherwise', 'arabic', ARABIC, 2),
  spelling('Persian and Pashto, two words otherwise', 'persian', ['IRN', 'AFG'], 2),
  spelling('Russian, two words otherwise', 'russian', SLAVIC, 2),
  spelling('Ukrainian, two words otherwise', 'ukrainian', ['UKR'], 2),
  spelling('Chinese, one word otherwise', 'chinese', ['CHN', 'TWN', 'HKG'], 1),
  spelling('Chinese, two words otherwise', 'chinese', ['CHN', 'TWN', 'HKG'], 2),
  spelling('Korean, one word otherwise', 'korean', ['PRK', 'KOR'], 1),
  spelling('Korean, two words otherwise', 'korean', ['PRK', 'KOR'], 2),
  {
    kind: 'in Arabic script',
    latinOnly: true,
    make(_, { names }) {
      const name = names.find(({ script }) => script === 'Arab');
      return name && { full: name.full };
    },
  },
  {
    kind: 'in Cyrillic',
    latinOnly: true,
    make: (_, record) => (from(record, SLAVIC) ? { full: inCyrillic(said(record)) } : undefined),
  },
  {
    kind: 'in Hangul',
    latinOnly: true,
    make: (_, record) => inSyllable(record, ['PRK', 'KOR'], 'hangul'),
  },
  { kind: 'in Han', latinOnly: true, make: (_, record) => inSyllable(record, ['CHN', 'TWN', 'HKG'], 'han') },
];

/** Family name first, as these scripts write it. */
function inSyllable(record: ListedRecord, wanted: readonly string[], script: 'hangul' | 'han'): QueryName | undefined {
  if (!from(record, wanted)) return undefined;
  const full = inSyllables(record.names[0]!.full.replace(',', ''), script);
  return full === undefined ? undefined : { full };
}
