/**
 * MRZ transliterations of letters outside A to Z: ICAO Doc 9303-3, section 6, part A (Latin) and B (Cyrillic). Where that table
 * offers a choice, all forms are here, the recommended form first. Letters that only lose their accent are not listed. Arabic
 * (part C) is not here, because nobody reverses its forms (XAA, XDH …).
 */
const LATIN: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Ö: ['OE', 'O'],
  Ü: ['UE', 'UXX', 'U'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Œ: ['OE'],
  Ø: ['OE', 'O'],
  Ñ: ['N', 'NXX'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ð: ['D'],
  Đ: ['D', 'DJ'],
  Ł: ['L'],
  Ħ: ['H'],
  Ŧ: ['T'],
  Ŋ: ['N'],
  ĸ: ['Q'],
  Ə: ['E', 'A'],
  Ɛ: ['E'],
  Ɔ: ['O'],
  Ɓ: ['B'],
  Ɗ: ['D'],
  Ƙ: ['K'],
  Ƴ: ['Y'],
  Ĳ: ['IJ'],
  ı: ['I'],
  İ: ['I'],
};

const CYRILLIC: Readonly<Record<string, readonly string[]>> = {
  А: ['A'],
  Б: ['B'],
  В: ['V'],
  Г: ['G', 'H'],
  Ґ: ['G'],
  Д: ['D'],
  Е: ['E'],
  Ё: ['E', 'IO'],
  Є: ['IE'],
  Ж: ['ZH', 'Z'],
  З: ['Z'],
  И: ['I', 'Y'],
  І: ['I'],
  Ї: ['I'],
  Й: ['I'],
  К: ['K'],
  Л: ['L'],
  М: ['M'],
  Н: ['N'],
  О: ['O'],
  П: ['P'],
  Р: ['R'],
  С: ['S'],
  Т: ['T'],
  У: ['U'],
  Ў: ['U'],
  Ф: ['F'],
  Х: ['KH', 'H'],
  Ц: ['TS', 'C'],
  Ч: ['CH', 'C'],
  Ш: ['SH', 'S'],
  Щ: ['SHCH', 'SHT'],
  Ъ: ['IE', ''],
  Ы: ['Y'],
  Ь: [''],
  Э: ['E'],
  Ю: ['IU'],
  Я: ['IA'],
  Ђ: ['D', 'DJ'],
  Ј: ['J'],
  Љ: ['LJ'],
  Њ: ['NJ'],
  Ћ: ['C'],
  Џ: ['DZ'],
  Ѓ: ['G'],
  Ќ: ['K'],
  Ѕ: ['DZ'],
};

/** Greek as Greek passports write it: ELOT 743 (ISO 843), since ICAO's tables have none. */
const GREEK: Readonly<Record<string, readonly string[]>> = {
  Α: ['A'],
  Β: ['V'],
  Γ: ['G'],
  Δ: ['D'],
  Ε: ['E'],
  Ζ: ['Z'],
  Η: ['I'],
  Θ: ['TH'],
  Ι: ['I'],
  Κ: ['K'],
  Λ: ['L'],
  Μ: ['M'],
  Ν: ['N'],
  Ξ: ['X'],
  Ο: ['O'],
  Π: ['P'],
  Ρ: ['R'],
  Σ: ['S'],
  Τ: ['T'],
  Υ: ['Y'],
  Φ: ['F'],
  Χ: ['CH'],
  Ψ: ['PS'],
  Ω: ['O'],
};

/** Number of forms of one name above which only the first form of each letter is taken: a bound, not a rule of ICAO's. */
const MOST_FORMS = 64;

/**
 * Forms that a name may take in a machine readable zone, recommended ones first: capitals A to Z, words parted by one
 * space, apostrophes dropped, hyphens as spaces. Letters of scripts that the tables don't hold are left out.
 *
 * @example
 * import { mrzForms } from '@bonafide/verification';
 *
 * mrzForms('Müller')[0]; // 'MUELLER'
 */
export function mrzForms(name: string): string[] {
  let forms = [''];
  const letters = Array.from(plain(name));
  for (const [i, letter] of letters.entries()) {
    const choice = besideGreek(letters, i) ?? choiceOf(letter) ?? [''];
    const taken = forms.length * choice.length > MOST_FORMS ? choice.slice(0, 1) : choice;
    forms = taken.flatMap((text) => forms.map((form) => form + text));
  }
  return [...new Set(forms.map((form) => form.trim().replace(/ +/g, ' ')))];
}

/**
 * Returns whether the tables hold every letter of a name. If they don't, its forms are incomplete: then another name is not proof
 * of another person.
 *
 * @example
 * import { isTransliterated } from '@bonafide/verification';
 *
 * isTransliterated('Müller'); // true
 */
export function isTransliterated(name: string): boolean {
  return Array.from(plain(name)).every((letter) => !/[\p{Lu}\p{Lo}]/u.test(letter) || choiceOf(letter) !== undefined);
}

/** Greek letters that are written otherwise beside some others: ΜΠ as B, ΓΓ as NG, ΕΥ as EF or EV, ΟΥ as OU. */
function besideGreek(letters: readonly string[], i: number): readonly string[] | undefined {
  const [before = '', letter = '', after = ''] = [i - 1, i, i + 1].map((at) => letters[at]?.normalize('NFD')[0]);
  if (letter === 'Γ' && /[ΓΚΞΧ]/.test(after)) return ['N', 'G'];
  if (letter === 'Μ' && after === 'Π') return ['M', ''];
  if (letter === 'Π' && before === 'Μ') return ['P', 'B'];
  if (letter === 'Υ' && before === 'Ο') return ['U', 'Y'];
  if (letter === 'Υ' && /[ΑΕΗ]/.test(before)) return ['V', 'F', 'Y'];
  return undefined;
}

function choiceOf(letter: string): readonly string[] | undefined {
  const bare = letter.normalize('NFD')[0]!;
  return LATIN[letter] ?? CYRILLIC[letter] ?? GREEK[bare] ?? (/^[A-Z ]$/.test(bare) ? [bare] : undefined);
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .toUpperCase()
    .replace(/['’‘‛`´ʻʼʾʿ′＇·.]/g, '')
    .replace(/[-‐‑–<,/\s]+/g, ' ');
}
