/** A person who doesn't exist, by number: the same number is the same person in every format. */
export interface Invented {
  readonly number: number;
  readonly given: string;
  readonly family: string;
  readonly alias: { readonly given: string; readonly family: string };
  readonly original: string;
  readonly birth: { readonly year: number; readonly month: number; readonly day: number };
  readonly passport: string;
}

const GIVEN = ['Ana', 'Bela', 'Cyra', 'Dora', 'Eda', 'Fina', 'Gala'];
const ORIGINAL = ['Ана', 'Бела', 'Кира', 'Дора', 'Еда', 'Фина', 'Гала'];

export function invented(number: number): Invented {
  const word = letters(number);
  return {
    number,
    given: GIVEN[number % GIVEN.length]!,
    family: `Example ${word}`,
    alias: { given: `${GIVEN[number % GIVEN.length]}nna`, family: `Exempel ${word}` },
    original: `${ORIGINAL[number % ORIGINAL.length]} Пример ${word}`,
    birth: { year: 1940 + (number % 60), month: 1 + (number % 12), day: 1 + (number % 28) },
    passport: `X${String(number).padStart(8, '0')}`,
  };
}

/** A number in letters, as a word that names may have. */
const letters = (number: number): string =>
  [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');

export function* people(count: number): Generator<Invented> {
  for (let number = 1; number <= count; number++) yield invented(number);
}

const two = (number: number): string => String(number).padStart(2, '0');

export const isoBirth = ({ birth: { year, month, day } }: Invented): string => `${year}-${two(month)}-${two(day)}`;
export const slashBirth = ({ birth: { year, month, day } }: Invented): string => `${two(day)}/${two(month)}/${year}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const englishBirth = ({ birth: { year, month, day } }: Invented): string =>
  `${two(day)} ${MONTHS[month - 1]} ${year}`;

/** Valid files of so many invented people, by their names, in pieces: a million people are never whole in memory. */
export type MadeFiles = (count: number) => Readonly<Record<string, Iterable<string>>>;
