/**
 * Syllables of Chinese and Korean names in Latin letters. They are short, so a vowel is half of their information: `Yang` is not
 * `Yong`, though their consonants are equal. Each is read in all systems that people use; two are the same name when they have a
 * reading in common.
 *
 * Pinyin: ISO 7098:2015. Wade-Giles: its table of equivalents in K. Taylor and Z. Wei, "Library of Congress pinyin conversion
 * project", 2000. Korean: Revised Romanisation (2000), McCune-Reischauer (1939), and spellings of passports.
 */

/** Letters of the longest syllable, as `zhuang`. */
const LONGEST_SYLLABLE = 6;

const CHINESE =
  /^(zh|ch|sh|hs|ts|tz|sz|ss|[bpmfdtnlgkhjqxrzcsyw])?(iang|iong|iung|uang|uai|uan|uei|ueh|iao|ian|ien|ieh|ang|eng|ong|ung|ing|uo|ui|un|ua|ue|ia|ie|iu|in|ai|an|ao|ei|en|er|eh|ih|ou|a|e|o|i|u)$/;

/** Finals of Wade-Giles that Pinyin writes otherwise. */
const FINALS: Readonly<Record<string, string>> = {
  ung: 'ong',
  iung: 'iong',
  ien: 'ian',
  ieh: 'ie',
  ueh: 'ue',
  eh: 'e',
  ih: 'i',
  uei: 'ui',
};

/** Syllables of Wade-Giles without initial. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  yen: ['yan'],
  yeh: ['ye'],
  yung: ['yong'],
  i: ['yi'],
  yu: ['you', 'yu'],
  jih: ['ri'],
  tzu: ['zi', 'ci'],
  szu: ['si'],
  ssu: ['si'],
  ng: ['wu'],
};

/** Initials of Wade-Giles as Pinyin has them. Names leave out the apostrophe that separates two of them. */
function initials(initial: string, final: string): readonly string[] {
  if (initial === 'ch')
    return final !== 'ih' && final.startsWith('i')
      ? ['j', 'q']
      : final.startsWith('u')
        ? ['zh', 'ch', 'j', 'q']
        : ['zh', 'ch'];
  return INITIALS[initial] ?? [initial];
}

const INITIALS: Readonly<Record<string, readonly string[]>> = {
  p: ['b', 'p'],
  t: ['d', 't'],
  k: ['g', 'k'],
  ts: ['z', 'c'],
  tz: ['z', 'c'],
  hs: ['x'],
  j: ['r'],
  ss: ['s'],
  sz: ['s'],
};

function chinese(text: string): string[] {
  const [, initial = '', final = ''] = CHINESE.exec(text) ?? [];
  if (final === '') return [];
  const onlyWadeGiles = FINALS[final] !== undefined || /^(hs|ts|tz|sz|ss)$/.test(initial);
  const finals = final === 'o' ? ['o', 'e', 'uo'] : [FINALS[final] ?? final];
  return [
    ...(onlyWadeGiles ? [] : [text]),
    ...(WHOLE[text] ?? []),
    ...initials(initial, final).flatMap((each) => finals.map((end) => each + end)),
  ].map((reading) => `c${reading}`);
}

/** A syllable of a name in Wade-Giles. */
export interface WadeGilesSyllable {
  /** Spellings of the syllable in Pinyin. */
  readonly pinyin: readonly string[];
  /** Pinyin has no such syllable. */
  readonly onlyWadeGiles: boolean;
}

/** Initials of Wade-Giles without and with the apostrophe, as Pinyin has them. */
const ASPIRATION: Readonly<Record<string, readonly [plain: string, aspirated: string]>> = {
  p: ['b', 'p'],
  t: ['d', 't'],
  k: ['g', 'k'],
  ts: ['z', 'c'],
  tz: ['z', 'c'],
};

/**
 * Syllables of a word in Wade-Giles; undefined for any other word.
 *
 * @param word in lower case, with its apostrophes and hyphens
 * @param marked whether the whole name has apostrophes, so that an initial without one is not aspirated
 */
export function wadeGilesSyllables(word: string, marked: boolean): WadeGilesSyllable[] | undefined {
  const found: WadeGilesSyllable[] = [];
  for (const piece of word.split('-')) {
    const syllables = inSyllables(piece.replace(/['’‘`ʻʼ]/g, "'"));
    if (!syllables) return undefined;
    for (const syllable of syllables) found.push(wadeGilesSyllable(syllable, marked));
  }
  return found;
}

const SYLLABLES_OF_A_WORD = 2;

/** Cuts a word into syllables, as few as it can, the longest first. */
function inSyllables(word: string, most = SYLLABLES_OF_A_WORD): string[] | undefined {
  if (CHINESE.test(word.replace("'", ''))) return [word];
  if (most === 1) return undefined;
  for (let at = Math.min(word.length - 1, LONGEST_SYLLABLE + 1); at > 1; at--) {
    if (word[at] === "'" || !CHINESE.test(word.slice(0, at).replace("'", ''))) continue;
    const rest = inSyllables(word.slice(at), most - 1);
    if (rest) return [word.slice(0, at), ...rest];
  }
  return undefined;
}

function wadeGilesSyllable(syllable: string, marked: boolean): WadeGilesSyllable {
  const text = syllable.replace("'", '');
  const [, initial = '', final = ''] = CHINESE.exec(text)!;
  const finals = final === 'o' ? ['o', 'e', 'uo'] : [FINALS[final] ?? final];
  let starts = initials(initial, final);
  if (marked) {
    const aspirated = syllable.includes("'") ? 1 : 0;
    const pair = ASPIRATION[initial];
    if (pair) starts = [pair[aspirated]];
    else if (initial === 'ch') starts = starts.filter((start) => (aspirated ? 'chq' : 'zhj').includes(start));
  }
  const whole = WHOLE[text]?.filter(
    (each) => !marked || text !== 'tzu' || each.startsWith(syllable.includes("'") ? 'c' : 'z'),
  );
  const pinyin = whole ?? starts.flatMap((start) => finals.map((end) => start + end)).filter(isPinyin);
  return {
    pinyin: pinyin.length > 0 ? pinyin : [text],
    onlyWadeGiles: FINALS[final] !== undefined || /^(hs|ts|tz|sz|ss)$/.test(initial),
  };
}

/** Leaves out what no syllable of Pinyin is: `zho`, `qe`. */
const isPinyin = (text: string) =>
  CHINESE.test(text) && !/^(?:zh|ch|sh|j|q|x|z|c|s|r|d|t|n|l|g|k|h)o$|^[jqx][aeo]|^[jqx]u[oi]/.test(text);

const KOREAN =
  /^(kk|tt|pp|ss|jj|sh|ch|[gkndtrlmbpsjh])?(yeo|yoo|you|yae|woo|weo|wae|eui|eo|oo|ou|eu|ae|ai|oe|oi|ee|ui|ya|yo|yu|ye|wa|wo|we|wi|a|o|u|e|i)(ng|[kglnmpt])?$/;

const STARTS: Readonly<Record<string, string>> = {
  g: 'k',
  kk: 'k',
  d: 't',
  tt: 't',
  b: 'p',
  pp: 'p',
  j: 'ch',
  jj: 'ch',
  l: 'r',
  ss: 's',
  sh: 's',
};

/** Vowels of Hangul that each way of writing stands for. */
const VOWELS: Readonly<Record<string, readonly string[]>> = {
  o: ['o', 'eo'],
  u: ['u', 'eo', 'eu'],
  e: ['e', 'ae'],
  ee: ['i', 'ui'],
  oo: ['u'],
  ou: ['u', 'eo'],
  woo: ['u'],
  ai: ['ae'],
  oi: ['oe'],
  eui: ['ui'],
  yo: ['yo', 'yeo'],
  you: ['yeo'],
  yu: ['yu', 'yeo'],
  yoo: ['yu'],
  yae: ['ye'],
  wo: ['wo'],
  weo: ['wo'],
  wae: ['we'],
};

/** Readings of a syllable as Korean, each with the mark of the language; empty for any other text. */
export function koreanReadings(text: string): string[] {
  const [, start = '', vowel = '', end = ''] = KOREAN.exec(text) ?? [];
  if (vowel === '') return [];
  return (VOWELS[vowel] ?? [vowel]).map((each) => `k${STARTS[start] ?? start}${each}${end === 'g' ? 'k' : end}`);
}

/** Returns whether a word can be read as two syllables of Korean. */
export const isKoreanPair = (text: string): boolean =>
  text.length <= 2 * LONGEST_SYLLABLE &&
  Array.from(text).some(
    (_, at) => koreanReadings(text.slice(0, at)).length > 0 && koreanReadings(text.slice(at)).length > 0,
  );

/**
 * Readings of a word as one syllable of Chinese or Korean, each with a mark of the language; empty for any other syllable. Names of other languages that look like one have readings, too.
 *
 * @param text lower case Latin letters
 */
export function readingsOf(text: string): readonly string[] {
  return text.length > LONGEST_SYLLABLE || text.length < 2
    ? []
    : [...new Set([...chinese(text), ...koreanReadings(text)])];
}
