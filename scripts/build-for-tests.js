// Before tests, which run on the built service.
import { fromSource } from './built-modules.js';
import { ensureBundle } from './bundle.js';

export async function setup() {
  await ensureBundle('packages/server');
  const exceptions = Object.keys(fromSource);
  console.log(
    `Tests run packages/server/dist; ${exceptions.length} modules come from sources: ${exceptions.join(', ')}`,
  );
}
