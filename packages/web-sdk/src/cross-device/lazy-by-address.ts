import { lazyImport } from '../lazy-import.ts';
import type { loadCross as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadCross: typeof Load = () => lazyImport('cross-device');
