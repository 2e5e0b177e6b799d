import { lazyImport } from '../lazy-import.ts';
import type { loadPasskey as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadPasskey: typeof Load = () => lazyImport('passkey');
