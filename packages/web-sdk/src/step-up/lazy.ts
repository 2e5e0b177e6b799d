/** Offers more evidence on a document: a file of its own, for reports that wait for it. */
export const loadStepUp = () => import('./step-up.ts');
