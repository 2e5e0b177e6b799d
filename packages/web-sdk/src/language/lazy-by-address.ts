import type { languageFiles as Files } from './lazy.ts';

/*
 * Stands in for `lazy.ts` in the build for `<script>`, which is one file: what loads later lies beside it.
 */

const here = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;

const names = ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

export const languageFiles: typeof Files = Object.fromEntries(
  names.map((name) => [name, () => import(new URL(`lazy/${name}.js`, here).href)]),
);
