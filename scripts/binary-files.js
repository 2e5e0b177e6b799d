// Lets code import a `.bin` file as a `Uint8Array`. The bytes are inlined: a page's policy may forbid every request but that
// for the script, and a script has no place for a second file.
import { readFileSync } from 'node:fs';

/** A plugin of Rolldown and of Vitest. */
export const binaryFiles = {
  name: 'binary-files',
  enforce: 'pre',
  load: {
    filter: { id: /\.bin$/ },
    handler: (id) =>
      `export default Uint8Array.from(atob('${readFileSync(id, 'base64')}'), (letter) => letter.charCodeAt(0));`,
  },
};
