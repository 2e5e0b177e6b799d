/** Longest value that is printed, in characters; even all in the widest letter it fits on one page. */
const LONGEST_VALUE = 1000;

/** Words of the wire that are written in capitals. */
const capitals = new Set(['aml', 'id', 'ip', 'mrz', 'nfc', 'os', 'pan', 'sdk', 'ssn', 'uri', 'url', 'us']);

/** A name of the wire as a heading: `facial_similarity_photo` → `Facial similarity photo`, `mrz_line1` → `MRZ line 1`. */
export function label(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=\p{L})(?=\d)/gu, ' ')
    .split(' ')
    .map((word) => (capitals.has(word) ? word.toUpperCase() : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * One paragraph of bounded length out of any text: whitespace and control characters become single spaces, and what
 * goes over the limit is cut with an ellipsis.
 */
export function paragraph(text: string, longest = LONGEST_VALUE): string {
  // A first cut by code units keeps the work on a huge string small; normalising can only shorten what follows.
  const flat = text
    .slice(0, longest * 4)
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
  const characters = [...flat];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : flat;
}

/**
 * The text as a font can show it: a character without a glyph is told by its code point (`[U+5F20]`), so that a name in
 * a script that the font lacks stays exact and two such names stay different.
 */
export function withoutMissingGlyphs(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0)!;
    return hasGlyph(codePoint) ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

const rightToLeftWord = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}]\S*`;
const rightToLeftRun = new RegExp(`${rightToLeftWord}(?: ${rightToLeftWord})+`, 'gu');
const afterRightToLeft = new RegExp(`(${rightToLeftWord}) (?=\\S)`, 'gu');

/**
 * Prepares Arabic and Hebrew words for a library that shapes each word in its own direction but always sets words from
 * left to right: words in a row are joined by no-break spaces, so that they are shaped as one run and come in their
 * order. (The space at the end of a shaped run lands on its left side, so that another is needed before what follows.)
 */
export function joinRightToLeft(text: string): string {
  return text.replace(rightToLeftRun, (run) => run.replaceAll(' ', '\u00a0')).replace(afterRightToLeft, '$1  ');
}
