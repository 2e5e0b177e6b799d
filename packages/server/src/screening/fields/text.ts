const SPACES = /[\s\u00a0\u200b\ufeff]+/g;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4`]/g;

/** A value as published, with plain blanks and apostrophes; empty where it is null. */
export function clean(value: string | undefined): string {
  if (!value) return '';
  const text = value.replace(SPACES, ' ').replace(APOSTROPHES, "'").trim();
  return text === '-0-' ? '' : text;
}

/** The value, or undefined where nothing is in it. */
export const known = (value: string | undefined): string | undefined => clean(value) || undefined;

/** Values of one cell, cleaned, without empty ones. */
export const parts = (value: string | undefined, separator: string | RegExp): string[] =>
  (value ?? '').split(separator).map(clean).filter(Boolean);

/** Each once, in their order. */
export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)];

/** Lines of text in one, which records keep as remarks. */
export const joined = (values: readonly (string | undefined | false)[]): string | undefined =>
  values.filter(Boolean).join('; ') || undefined;
