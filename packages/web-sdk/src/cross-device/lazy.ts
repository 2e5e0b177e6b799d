/** Both sides of a link from a computer to a phone: a file of its own. */
export const loadCross = () => import('./cross-device.ts');
