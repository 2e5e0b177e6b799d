import { lazyAddress } from '../lazy-address.ts';
import type { loadRecorder as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadRecorder: typeof Load = () => import(lazyAddress('recorder'));
