import { between, type Random } from '../forgeries/random.ts';

/** A whole number from `least` to `most`. */
export const whole = (random: Random, least: number, most: number) => Math.floor(between(random, least, most + 1));

const two = (value: number) => String(value).padStart(2, '0');

/** `05.11.2025` */
export const dotted = (d: Date) => `${two(d.getUTCDate())}.${two(d.getUTCMonth() + 1)}.${d.getUTCFullYear()}`;

/** `05/11/2025` */
export const slashed = (d: Date) => dotted(d).replaceAll('.', '/');

/** `2025-11-05` */
export const iso = (d: Date) => d.toISOString().slice(0, 10);

/** The day as a language writes it: `5. November 2025`. */
export const inWords = (locale: string) => (d: Date) =>
  d.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
