/**
 * Skeleton of a word without everything that transliterations disagree about: vowels, doubled letters, letters of one sound. A
 * first vowel stays as a mark. So muhammad, mohamed and mohammad are all `md`.
 * @param text lower case Latin letters, as `partsOf` gives them
 * @returns empty, except for its mark, for a word of vowels alone
 */
export function skeleton(text: string): string {
  const sounds = foldSounds(withoutArticle(text));
  const first = VOWELS.test(sounds[0] ?? '') ? 'a' : '';
  return first + single((sounds[0] === 'h' ? 'h' : '') + sounds.replace(/[aeiouyh]/g, ''));
}

/**
 * The consonants of a word, for comparison with Arabic and Hebrew, which leave short vowels out and write long ones as
 * consonants: `h` stays: it is what sets Ahmed apart from Muhammad. Long u and o have the letter of w, so w and v go, too.
 */
export function consonants(text: string): string {
  const sounds = foldSounds(single(text)).replace(/h$/, '');
  return single(sounds.replace(/[aeiouyv]/g, ''));
}

const VOWELS = /^[aeiouy]/;

/** Removes the article behind `servant of`, however it sounds: `abdurrahman` and `abdalrahman` are one. */
export const withoutArticle = (text: string) => text.replace(SERVANT, 'abd$2');

/** `Servant of` in front of a name, with the article, whose letter sounds like the first one of the name. */
const SERVANT = /^abd[aeiou]?(?:l|([rsnztd])(?=\1))?(.{4,})$/;

/**
 * Letters of one sound made one.
 *
 * @param keepVowels leaves z and j as they are, which the skeleton gives up
 */
export function foldSounds(text: string, keepVowels = false): string {
  return text
    .replace(/dzh|dj/g, 'j')
    .replace(keepVowels ? /sh/g : /s(ch|h)|z/g, 's')
    .replace(/ph/g, 'f')
    .replace(/off$/, 'ov')
    .replace(/ck|kh|ch|c|q/g, 'k')
    .replace(/gh/g, 'g')
    .replace(/th/g, 't')
    .replace(/dh/g, 'd')
    .replace(/x/g, 'ks')
    .replace(/w/g, 'v')
    .replace(/(?<=[aeiou])j(?![aeiou])/g, keepVowels ? 'i' : '');
}

const single = (text: string) => text.replace(/(.)\1+/g, '$1');
