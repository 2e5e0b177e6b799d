import { lazyImport } from '../lazy-import.ts';
import type { languageFiles as Files } from './lazy.ts';

/** Names of the files of `words`: the build puts them in. */
declare const LANGUAGES: readonly string[];

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const languageFiles: typeof Files = Object.fromEntries(LANGUAGES.map((name) => [name, () => lazyImport(name)]));
