// Builds all that is run, where something has changed.
import { ensureWebSdk } from './build-web-sdk.js';
import { ensureBundle } from './bundle.js';

for (const folder of ['packages/server', 'bench', 'eval']) await ensureBundle(folder);
await ensureWebSdk();
