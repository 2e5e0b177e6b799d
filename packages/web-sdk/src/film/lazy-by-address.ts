import { lazyImport } from '../lazy-import.ts';
import type { loadDocumentFilm as Load } from './lazy.ts';

/** Stands in for `lazy.ts` in the build for `<script>`. */
export const loadDocumentFilm: typeof Load = () => lazyImport('document-film');
