import { lazyImport } from '../lazy-import.ts';
import type { loadWorkflow as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadWorkflow: typeof Load = () => lazyImport('workflow');
