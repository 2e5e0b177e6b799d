import { lazyImport } from '../lazy-import.ts';
import type { loadCountryChoice as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadCountryChoice: typeof Load = () => lazyImport('country-choice');
