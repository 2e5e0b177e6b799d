import type { SomePhrases } from './en.ts';

type Loaded = { default: SomePhrases };

declare global {
  interface ImportMeta {
    /** Imports of the files of a pattern, by path: Vitest and the build put them in. */
    glob<T>(patterns: readonly string[]): Record<string, () => Promise<T>>;
  }
}

const files = import.meta.glob<Loaded>(['./words/*.json', '!./words/en_US.json']);

/** Languages besides English, by id: each file of `words`, loaded when needed. `translate.ts` has the words of `en_US` from the start. */
export const languageFiles: Readonly<Record<string, () => Promise<Loaded>>> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.slice('./words/'.length, -'.json'.length), load]),
);
