import { KOREAN_FAMILIES } from './family-names.ts';
import { romaniseSyllable } from './hangul.ts';
import { koreanReadings } from './syllables.ts';

/** Syllables that Korean given names have. Others (`ti`, `ren`) are of names of other languages, as in `Tina Kim` and `Karen Lee`. */
const GIVEN_NAME_SYLLABLES =
  '가강건걸겸경계고공관광교구국군권귀규균근금기길나난남내노녹누능다단달담대덕도동두득라락란람래량려련렬령례로록룡루률름리린림마만말매맹명' +
  '모목묘무문미민배백범별병보복본봉부분빈빛사산삼상새샘서석선설섭성세소솔송수숙순술슬승시식신심쌍아안암애양어억언여연열염엽영예오옥온완왕' +
  '용우욱운울웅원월위유육윤율은을음의이익인일임자장재전정제조종좌주준중지직진찬창채천철청초춘충치칠태택평표품필하학한함해행향허헌혁현협' +
  '형혜호홍화환황회효후훈휘휴흔흥희';

const KNOWN = new Set([...GIVEN_NAME_SYLLABLES].flatMap((syllable) => koreanReadings(romaniseSyllable(syllable))));

/** Letters of the longest given name of two syllables: `kyungcheung`. */
const LONGEST_GIVEN_NAME = 12;

/** Family names and syllables of one letter, which would be initials, in a longer spelling. */
const FAMILIES_IN_FULL: Readonly<Record<string, string>> = { o: 'oh', u: 'wu', i: 'yi' };
const SYLLABLES_IN_FULL: Readonly<Record<string, string>> = { u: 'woo', i: 'yi' };

const syllableInFull = (syllable: string) => SYLLABLES_IN_FULL[syllable] ?? syllable;

const isKnown = (syllable: string) => koreanReadings(syllable).some((reading) => KNOWN.has(reading));

/**
 * A Korean name with its given name in two syllables, which the search compares by their readings: `Jihoon Park` is
 * `ji hoon park`, like `Pak Ji-hun`.
 *
 * @param words of a whole name in lower case letters a to z, with their hyphens, family name first or last
 * @returns each word, or its two syllables with a blank between them; empty for any other name
 */
export function koreanSyllables(words: readonly string[]): string[][] {
  if (words.length < 2 || words.length > 3) return [];
  return [words.length - 1, 0].flatMap((at) => {
    const family = words[at]!;
    if (!KOREAN_FAMILIES.has(family)) return [];
    const given = words.toSpliced(at, 1);
    const splits = given.length === 1 ? inTwo(given[0]!) : given.every(isKnown) ? [given.map(syllableInFull)] : [];
    return splits
      .map((syllables) => syllables.toSpliced(at === 0 ? 0 : syllables.length, 0, FAMILIES_IN_FULL[family] ?? family))
      .filter((spelling) => spelling.join() !== words.join());
  });
}

/** Ways to read a given name as two syllables; a hyphen has split it already. */
function inTwo(name: string): string[][] {
  const halves = name.split('-');
  if (halves.length > 2 || name.length > LONGEST_GIVEN_NAME || koreanReadings(name).length > 0) return [];
  const pairs =
    halves.length === 2
      ? [halves]
      : Array.from({ length: name.length - 1 }, (_, i) => [name.slice(0, i + 1), name.slice(i + 1)]);
  return pairs.filter((pair) => pair.every(isKnown)).map((pair) => [pair.map(syllableInFull).join(' ')]);
}
