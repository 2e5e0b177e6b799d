/** Loads the form for typed data: a file of its own, for flows that ask for it. */
export const loadProfile = () => import('./profile.ts');
