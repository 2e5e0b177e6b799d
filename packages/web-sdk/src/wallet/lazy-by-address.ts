import { lazyImport } from '../lazy-import.ts';
import type { loadWallet as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadWallet: typeof Load = () => lazyImport('wallet');
