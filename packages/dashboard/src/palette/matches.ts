const MARKS = /\p{M}/gu;

/** Words of a text in lower case, without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns true if each word of `text` begins a word of `label`. An empty text matches every label. */
export function matches(text: string, label: string): boolean {
  const labelWords = wordsOf(label);
  return wordsOf(text).every((word) => labelWords.some((labelWord) => labelWord.startsWith(word)));
}

/** An id of an object, as the API and the dashboard show it. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in a text: the whole text, or the part of a pasted address. Undefined without one. */
export function idIn(text: string): string | undefined {
  return text
    .trim()
    .split(/[/?#\s]/)
    .find((part) => ID.test(part))
    ?.toLowerCase();
}
