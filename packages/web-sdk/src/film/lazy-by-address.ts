import { lazyAddress } from '../lazy-address.ts';
import type { loadDocumentFilm as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadDocumentFilm: typeof Load = () => import(lazyAddress('document-film'));
