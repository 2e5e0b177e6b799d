import { lazyImport } from '../lazy-import.ts';
import type { loadTestMode as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadTestMode: typeof Load = () => lazyImport('test-mode');
