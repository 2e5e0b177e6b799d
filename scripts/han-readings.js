// node scripts/han-readings.js HANJA_TXT NOUN_NAME_CSV: writes `packages/verification/models/han-readings.txt`, the Korean and Japanese
// readings of names in Han characters.
//
// HANJA_TXT is `hanja.txt` of libhangul (Debian: libhangul-data), NOUN_NAME_CSV is `Noun.name.csv` of IPADIC (Debian: mecab-ipadic).
// Their licences allow copies with their notices, which are in `packages/verification/models/README.md`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [hanja, names] = process.argv.slice(2);
if (!hanja || !names) throw new Error('Usage: node scripts/han-readings.js HANJA_TXT NOUN_NAME_CSV');

const HAN = /^[\p{Script=Han}々ヶ]+$/u;

/** Katakana as Hepburn writes them, without marks of length, as Japanese passports do. */
const KANA = new Map([
  ...rows('', 'アイウエオ', 'a i u e o'),
  ...rows('k', 'カキクケコ'),
  ...rows('g', 'ガギグゲゴ'),
  ...rows('s', 'サシスセソ', 'a hi u e o'),
  ...rows('z', 'ザ ズゼゾ'),
  ...rows('t', 'タ  テト'),
  ...rows('d', 'ダ  デド'),
  ...rows('n', 'ナニヌネノ'),
  ...rows('h', 'ハヒ ヘホ'),
  ...rows('b', 'バビブベボ'),
  ...rows('p', 'パピプペポ'),
  ...rows('m', 'マミムメモ'),
  ...rows('y', 'ヤ ユ ヨ'),
  ...rows('r', 'ラリルレロ'),
  ['ワ', 'wa'],
  ['ヲ', 'o'],
  ['ン', 'n'],
  ['ジ', 'ji'],
  ['ヂ', 'ji'],
  ['ヅ', 'zu'],
  ['チ', 'chi'],
  ['ツ', 'tsu'],
  ['フ', 'fu'],
  ['ヴ', 'bu'],
]);

function rows(consonant, kana, vowels = 'a i u e o') {
  return [...kana].flatMap((sign, i) => (sign === ' ' ? [] : [[sign, consonant + vowels.split(' ')[i]]]));
}

/** Returns undefined for signs that names do not have. */
function romaji(kana) {
  let text = '';
  for (const [i, sign] of [...kana].entries()) {
    const next = KANA.get(kana[i + 1] ?? '');
    if (sign === 'ー') continue;
    if ('ャュョ'.includes(sign)) {
      const vowel = { ャ: 'a', ュ: 'u', ョ: 'o' }[sign];
      text = /(sh|ch|j)i$/.test(text) ? text.slice(0, -1) + vowel : text.replace(/i$/, 'y') + vowel;
    } else if (sign === 'ッ') text += next?.startsWith('ch') ? 't' : (next?.[0] ?? '');
    else if (sign === 'ン') text += /^[bmp]/.test(next ?? '') ? 'm' : 'n';
    else if (KANA.has(sign)) text += KANA.get(sign);
    else return undefined;
  }
  return text;
}

function korean() {
  const byReading = new Map();
  for (const line of readFileSync(hanja, 'utf8').split('\n')) {
    const [reading, character] = line.normalize('NFKC').split(':');
    if (!/^[가-힣]$/.test(reading) || !character || !/^\p{Script=Han}$/u.test(character)) continue;
    byReading.set(reading, (byReading.get(reading) ?? new Set()).add(character));
  }
  return byReading;
}

function japanese() {
  const kinds = { 姓: 'family', 名: 'given' };
  const found = { family: [], given: [] };
  for (const line of new TextDecoder('euc-jp').decode(readFileSync(names)).split('\n')) {
    const fields = line.split(',');
    const [written, kind, spoken] = [fields[0], kinds[fields[7]], fields[12]?.trim()];
    if (!kind || !HAN.test(written) || !spoken) continue;
    const reading = romaji(spoken);
    if (reading) found[kind].push({ written, reading, kana: fields[11], cost: Number(fields[3]) });
  }
  for (const list of Object.values(found)) list.sort((a, b) => a.cost - b.cost);
  return found;
}

/**
 * Readings of single characters inside of given names, for names that the dictionary lacks. They are aligned with the readings of
 * whole names by expectation maximisation (A. P. Dempster et al., 1977): a piece of a reading that a character has in many names is its own.
 */
function characters(given) {
  const names = given.filter(({ written }) => [...written].length > 1 && [...written].length < 4);
  let likely;
  for (let round = 0; round < 8; round++) {
    const counts = new Map();
    for (const { written, kana } of names) {
      const ways = cuts([...kana], [...written].length);
      const weights = ways.map((way) =>
        way.reduce((product, piece, i) => product * (likely?.get(written[i])?.get(piece) ?? (likely ? 1e-9 : 1)), 1),
      );
      const sum = weights.reduce((total, weight) => total + weight, 0);
      if (sum === 0) continue;
      ways.forEach((way, w) => {
        way.forEach((piece, i) => {
          const of = counts.get(written[i]) ?? new Map();
          of.set(piece, (of.get(piece) ?? 0) + weights[w] / sum);
          counts.set(written[i], of);
        });
      });
    }
    likely = new Map(
      [...counts].map(([character, of]) => {
        const total = [...of.values()].reduce((sum, count) => sum + count, 0);
        return [character, new Map([...of].map(([piece, count]) => [piece, count / total]))];
      }),
    );
  }
  return [...likely].flatMap(([written, of]) =>
    [...of]
      .filter(([, share]) => share >= 0.15)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .flatMap(([piece]) => {
        const reading = romaji(long(piece));
        return reading ? [{ written, reading }] : [];
      }),
  );
}

/** Long vowels as dictionaries of pronunciation mark them. */
const long = (kana) => kana.replace(/(?<=[オコゴソゾトドノホボポモヨロョウクグスズツヅヌフブプムユルュ])ウ/g, 'ー');

/** All ways to cut signs into so many pieces of one to three signs. */
function cuts(signs, pieces) {
  if (pieces === 1) return signs.length <= 4 && signs.length > 0 ? [[signs.join('')]] : [];
  return [1, 2, 3].flatMap((length) =>
    cuts(signs.slice(length), pieces - 1).map((rest) => [signs.slice(0, length).join(''), ...rest]),
  );
}

/** A line for each reading, with what is read so, the commonest first. */
function lines(entries) {
  const byReading = new Map();
  for (const { written, reading } of entries) {
    byReading.set(reading, (byReading.get(reading) ?? new Set()).add(written));
  }
  return [...byReading].map(([reading, set]) => `${reading} ${[...set].join(' ')}`);
}

const { family, given } = japanese();
const text = [
  '# Readings of names in Han characters, written by scripts/han-readings.js. Sources and licences: README.md.',
  '[korean]',
  ...[...korean()].map(([reading, set]) => `${reading} ${[...set].join('')}`),
  '[family]',
  ...lines(family),
  '[given]',
  ...lines(given),
  '[character]',
  ...lines(characters(given)),
].join('\n');
writeFileSync(join(import.meta.dirname, '../packages/verification/models/han-readings.txt'), `${text}\n`);
