/** Asks wallets for documents: a file of its own, for steps that accept digital credentials. */
export const loadWallet = () => import('./wallet.ts');
