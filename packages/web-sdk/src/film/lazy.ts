/** Loads the recorder for documents: a file of its own, for steps that ask for it. */
export const loadDocumentFilm = () => import('./document-film.ts');
