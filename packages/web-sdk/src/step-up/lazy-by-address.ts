import { lazyImport } from '../lazy-import.ts';
import type { loadStepUp as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadStepUp: typeof Load = () => lazyImport('step-up');
