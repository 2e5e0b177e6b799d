import { lazyAddress } from '../lazy-address.ts';
import type { loadDocumentVision as Document, loadFaceVision as Face } from './lazy.ts';

/** Stand in for `lazy.ts` in the build for `<script>`. */
export const loadDocumentVision: typeof Document = () => import(lazyAddress('document-vision'));
export const loadFaceVision: typeof Face = () => import(lazyAddress('face-vision'));
