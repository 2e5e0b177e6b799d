import { lazyImport } from '../lazy-import.ts';
import type { loadSignature as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadSignature: typeof Load = () => lazyImport('signature');
