import { lazyImport } from '../lazy-import.ts';
import type { loadDocumentVision as Document, loadFaceVision as Face } from './lazy.ts';

/** Stand in for `lazy.ts` in the build for `<script>`. */
export const loadDocumentVision: typeof Document = () => lazyImport('document-vision');
export const loadFaceVision: typeof Face = () => lazyImport('face-vision');
