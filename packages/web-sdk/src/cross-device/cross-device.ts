/** Both sides of a link from a computer to a phone, in one file that loads when one of them is needed. */
export { default as waitForPhone } from './desktop.ts';
export { default as joinComputer } from './phone.ts';
