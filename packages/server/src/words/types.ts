import type { en } from './en.ts';

/** Every word that applicants get from the service, in one language. */
export type Words = typeof en;

/** The words of pages. */
export type Text = Words['pages'];

/** Any part of a table of words. */
type Some<T> = {
  readonly [K in keyof T]?: T[K] extends (...args: never[]) => unknown
    ? T[K]
    : T[K] extends readonly unknown[]
      ? T[K]
      : T[K] extends object
        ? Some<T[K]>
        : T[K];
};

/**
 * The words of a language besides English, or some of them: missing words are shown in English. Pages are shown in the
 * language once it has `pages`.
 */
export type SomeWords = Some<Words> & { readonly pages?: { readonly lang: string; readonly sdk: string } };
