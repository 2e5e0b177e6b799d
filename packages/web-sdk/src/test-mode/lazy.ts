/** Loads the drawn camera and the panel of the test mode: a file of its own, for sessions in test mode. */
export const loadTestMode = () => import('./test-mode.ts');
