const FIRST = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWEL = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const LAST = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

/**
 * A Hangul syllable in Latin letters, by the Revised Romanisation of Korea (Ministry of Culture and Tourism, notice
 * 2000-8), each syllable by itself: people's names are written so, without the changes between syllables. Syllables
 * are numbered by first consonant, vowel and last consonant (Unicode Standard, 3.12).
 */
export function romaniseSyllable(syllable: string): string {
  const number = syllable.codePointAt(0)! - 0xac00;
  const [first, vowel, last] = [Math.floor(number / 588), Math.floor((number % 588) / 28), number % 28];
  return `${FIRST[first]}${VOWEL[vowel]}${LAST[last]}`;
}
