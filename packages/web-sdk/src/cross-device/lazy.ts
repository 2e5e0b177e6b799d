/** What hands over to a phone and what takes over there: a file of its own. */
export const loadCross = () => import('./cross-device.ts');
