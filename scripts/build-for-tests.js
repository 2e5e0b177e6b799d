// Before tests, which run what is built: the service, and the browser SDK that it serves.
import { ensureWebSdk } from './build-web-sdk.js';
import { fromSource } from './built-modules.js';
import { ensureBundle } from './bundle.js';
import { missing } from './missing.js';

let done;

/** Every project of a run calls this; the first one builds. */
export function setup() {
  done ??= build();
  return done;
}

async function build() {
  await Promise.all([ensureBundle('packages/server'), ensureWebSdk()]);
  const exceptions = Object.keys(fromSource);
  console.log(
    `Tests run packages/server/dist; ${exceptions.length} modules come from sources: ${exceptions.join(', ')}`,
  );
  for (const line of missing()) console.log(line);
}
