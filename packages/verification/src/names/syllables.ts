/**
 * Syllables of Chinese and Korean names in Latin letters. They are short, so a vowel is half of their information: `Yang` is not
 * `Yong`, though their consonants are equal. Each is read in all systems that people use; two are the same name when they have a
 * reading in common.
 *
 * Pinyin: ISO 7098:2015. Wade-Giles: its table of equivalents in K. Taylor and Z. Wei, "Library of Congress pinyin conversion
 * project", 2000. Korean: Revised Romanisation (2000), McCune-Reischauer (1939), and spellings of passports.
 */

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

function korean(text: string): string[] {
  const [, start = '', vowel = '', end = ''] = KOREAN.exec(text) ?? [];
  if (vowel === '') return [];
  return (VOWELS[vowel] ?? [vowel]).map((each) => `k${STARTS[start] ?? start}${each}${end === 'g' ? 'k' : end}`);
}

/** Letters of the longest syllable, as `zhuang`. */
const LONGEST_SYLLABLE = 6;

/**
 * Readings of a word as one syllable of Chinese or Korean, each with a mark of the language; empty for any other syllable. Names of other languages that look like one have readings, too.
 *
 * @param text lower case Latin letters
 */
export function readingsOf(text: string): readonly string[] {
  return text.length > LONGEST_SYLLABLE || text.length < 2 ? [] : [...new Set([...chinese(text), ...korean(text)])];
}
