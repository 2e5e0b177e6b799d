/** Hints for documents in the camera, and for faces: a file each, loaded when the camera opens. */
export const loadDocumentVision = () => import('./document-vision.ts');
export const loadFaceVision = () => import('./face-vision.ts');
