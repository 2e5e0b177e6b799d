/** Shows documents and takes signatures: a file of its own, for workflow runs that ask for one. */
export const loadSignature = () => import('./signature.ts');
