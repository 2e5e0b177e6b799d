/** Makes and uses passkeys: a file of its own, for workflow runs that ask for one. */
export const loadPasskey = () => import('./passkey.ts');
