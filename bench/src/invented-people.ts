/** Numbers of the names and days of birth from which people are invented. */
const GIVEN = 1_500;
const FAMILY = 20_000;
const DAYS = 20_000;

export interface InventedPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly dob: string;
}

/** An invented person; small ranks of names are frequent, as in life (Zipf). */
export function person(n: number): InventedPerson {
  const dob = new Date(Date.UTC(1940, 0, 1 + ((draw(n, 3) * DAYS) | 0)));
  return {
    first_name: word(ranked(draw(n, 1), GIVEN)),
    last_name: word(GIVEN + ranked(draw(n, 2), FAMILY)),
    email: `person${n}@example.com`,
    dob: dob.toISOString().slice(0, 10),
  };
}

/** A rank below `most` by a draw of 0 to 1: rank r is about 1/r as frequent. */
const ranked = (drawn: number, most: number) => Math.floor(most ** drawn) - 1;

/** 0 to 1, the same for the same numbers. */
function draw(n: number, of: number): number {
  let x = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(of, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** A name of three or four syllables of its own. */
function word(n: number): string {
  const { length } = SYLLABLES;
  let rest = n * 48_271 + 11;
  let text = '';
  for (let i = 0; i < 3; i += 1) {
    text += SYLLABLES[rest % length];
    rest = Math.floor(rest / length);
  }
  return text[0]!.toUpperCase() + text.slice(1) + SYLLABLES[n % length];
}
