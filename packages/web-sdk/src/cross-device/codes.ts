/** Numbers that a phone offers to pick from, and the number that only the computer's screen shows. */
export interface Challenge {
  readonly choices: readonly string[];
  readonly right: string;
}

/** Numbers to pick from: a guess is right once in six, and a wrong one ends the link. */
const CHOICES = 6;

/** A number from 0 to below `limit`, each as likely as the others. */
export type Below = (limit: number) => number;

const secure: Below = (limit) => {
  // Above this some numbers would come more often.
  const fair = 2 ** 32 - (2 ** 32 % limit);
  const [value] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number];
  return value < fair ? value % limit : secure(limit);
};

/** Makes one: numbers of two digits, no two with the same first digit, in an order that gives nothing away. */
export function makeChallenge(below: Below = secure): Challenge {
  const tens = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const choices = Array.from({ length: CHOICES }, () => `${tens.splice(below(tens.length), 1)[0]}${below(10)}`).sort();
  return { choices, right: choices[below(CHOICES)] as string };
}

/** The secret of a phone that was let in: 128 random bits as hex. */
export const makePass = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
