import type { SomePhrases } from './en.ts';

type Loaded = { default: SomePhrases };

/** Languages besides English, each a file of its own that is loaded when it is needed. */
export const languageFiles: Readonly<Record<string, () => Promise<Loaded>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pt: () => import('./pt.ts'),
};
