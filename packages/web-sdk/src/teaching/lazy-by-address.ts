import { lazyImport } from '../lazy-import.ts';
import type { loadTeaching as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadTeaching: typeof Load = () => lazyImport('teaching');
