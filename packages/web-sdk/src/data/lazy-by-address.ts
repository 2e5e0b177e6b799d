import { lazyImport } from '../lazy-import.ts';
import type { loadProfile as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadProfile: typeof Load = () => lazyImport('profile');
