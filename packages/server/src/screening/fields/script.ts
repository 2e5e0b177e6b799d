/** ISO 15924 codes of the scripts that lists hold, the most frequent ones first. */
const CODES = [
  ...['Latn', 'Arab', 'Cyrl', 'Hani', 'Hang', 'Hebr', 'Grek', 'Hira', 'Kana', 'Thai', 'Deva', 'Beng', 'Armn', 'Geor'],
  ...['Ethi', 'Khmr', 'Laoo', 'Mymr', 'Sinh', 'Taml', 'Telu', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Mong', 'Tibt'],
];

const scripts = CODES.map((code) => [code, new RegExp(`\\p{Script=${code}}`, 'gu')] as const);
const ASCII_LETTERS = /^[\x20-\x7e]*[A-Za-z][\x20-\x7e]*$/;
const LETTER = /\p{L}/u;

/** What most letters of a name are written in. `Zyyy`: it has no letter; `Zzzz`: of a script that is not known here. */
export function scriptOf(name: string): string {
  if (ASCII_LETTERS.test(name)) return 'Latn';
  let [best, most] = ['', 0];
  for (const [code, letters] of scripts) {
    const count = name.match(letters)?.length ?? 0;
    if (count > most) [best, most] = [code, count];
  }
  return best || (LETTER.test(name) ? 'Zzzz' : 'Zyyy');
}
