/** Endings of names of men, and of the same names of women: Romance, Germanic, Slavic, Arabic. */
const ENDINGS: readonly (readonly [man: string, woman: string])[] = [
  ['o', 'a'],
  ['e', 'a'],
  ['i', 'a'],
  ['us', 'a'],
  ['', 'a'],
  ['', 'e'],
  ['', 'ah'],
  ['er', 'ra'],
  ['ic', 'ique'],
  ['iy', 'aya'],
  ['y', 'aya'],
  ['i', 'aya'],
  ['sky', 'skaya'],
  ['ski', 'ska'],
];

/** Letters that the name of a woman doubles before its ending: `Michel`, `Michelle`. */
const DOUBLED = /([lnt])\1(?=[ea]$)/;

/** Least number of letters before the endings: shorter names differ by more than a gender. */
const LEAST_STEM = 3;

/**
 * Returns whether two words are the forms of one name for a man and for a woman, as `antonio` and `antonia`.
 *
 * @param a lower case Latin letters; `b` likewise
 */
export function areGenderForms(a: string, b: string): boolean {
  return a !== b && (isPair(a, b) || isPair(b, a));
}

function isPair(man: string, woman: string): boolean {
  const spellings = [woman, woman.replace(DOUBLED, '$1')];
  return ENDINGS.some(
    ([his, hers]) =>
      man.endsWith(his) &&
      man.length - his.length >= LEAST_STEM &&
      spellings.includes(man.slice(0, man.length - his.length) + hers),
  );
}
