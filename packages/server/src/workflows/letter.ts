import { type Scope, valueAt } from './condition.ts';

/** A value of the run in a text of the file, by its path. */
const VALUE = /\{([a-z][\w.]*)\}/g;

/** Length above which a value is cut off, so that no value becomes a letter of its own. */
const LONGEST_VALUE = 200;

/** The paths of the values that a text holds. */
export function pathsIn(text: string): string[] {
  return [...text.matchAll(VALUE)].map(([, path]) => path as string);
}

/** A text with other paths in place of its own. */
export function renamedPaths(text: string, rename: (path: string) => string): string {
  return text.replace(VALUE, (_, path: string) => `{${rename(path)}}`);
}

/** A text with the values of the run, each in one line and at most 200 letters; nothing where a value is missing or no text. */
export function withValues(text: string, scope: Scope): string {
  return text.replace(VALUE, (_, path: string) => {
    const value = valueAt(path, scope);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
    const line = String(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
    return [...line].slice(0, LONGEST_VALUE).join('');
  });
}
