// The published entry: `bin/conformance.js` calls it.
export { main } from './main.ts';
