/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A name for a sentence: one in letters that run from right to left is isolated (U+2068, U+2069), so that the words and
 * marks around it keep their places (Unicode Standard Annex 9, 2.4). Other names are left as they are.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Removes the characters that change the direction of writing or break a line: with them a name could rewrite a letter. */
export function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}
