/** Loads the recorder for faces: a file of its own, for steps that ask for it. */
export const loadRecorder = () => import('./recorder.ts');
