const WEIGHTS = [7, 3, 1];

/**
 * Check digit of ICAO Doc 9303-3, 4.9: values (digits as they are, A = 10 to Z = 35, filler 0) times 7, 3, 1 and again,
 * summed, modulo 10. Any other character counts as 0.
 *
 * A substitution goes unseen when both values are equal modulo 10: `0`, `<`, `A`, `K` and `U` are one to it.
 */
export function checkDigit(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += weighed(text.charCodeAt(i), i);
  return sum % 10;
}

/** Value of a character code in the sum. */
export function weighedValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 65 && code <= 90 ? code - 55 : 0;
}

/** The part of the sum that the character at a place of the text adds. */
export const weighed = (code: number, place: number): number => weighedValue(code) * WEIGHTS[place % 3]!;
