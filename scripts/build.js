// node scripts/build.js [FOLDER ...]: builds what has changed of these folders, or of all, side by side.
import { ensureWebSdk } from './build-web-sdk.js';
import { ensureBundle } from './bundle.js';

const folders =
  process.argv.length > 2 ? process.argv.slice(2) : ['packages/server', 'packages/web-sdk', 'bench', 'eval'];
await Promise.all(folders.map((folder) => (folder === 'packages/web-sdk' ? ensureWebSdk() : ensureBundle(folder))));
