import { lazyImport } from '../lazy-import.ts';
import type { loadRecorder as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadRecorder: typeof Load = () => lazyImport('recorder');
