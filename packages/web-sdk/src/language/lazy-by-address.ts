import { lazyImport } from '../lazy-import.ts';
import type { languageFiles as Files } from './lazy.ts';

const names = ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const languageFiles: typeof Files = Object.fromEntries(names.map((name) => [name, () => lazyImport(name)]));
