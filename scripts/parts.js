// What each build is made of: by this a start finds out whether something has changed, without loading the bundler.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from './fingerprint.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Inputs of every bundle, beside the sources in its folder; bench and evaluation use parts of the server too. */
const ofBundles = [
  'packages/server/src',
  'packages/verification/src',
  'packages/web-sdk/src/ui/tokens.ts',
  'packages/web-sdk/src/vision',
  'packages/web-sdk/README.md',
  'docs',
  'package-lock.json',
  'scripts',
];

const parts = {
  'packages/server': ['packages/dashboard/src', ...ofBundles],
  'packages/verification': ['packages/verification/src', 'package-lock.json', 'scripts'],
  'packages/chip-reader': ['packages/chip-reader/src', 'package-lock.json', 'scripts'],
  'packages/conformance': ['packages/conformance/src', 'package-lock.json', 'scripts'],
  'packages/web-sdk': [
    'packages/web-sdk/src',
    'packages/verification/src/image/capture-limits.ts',
    'package-lock.json',
    'scripts',
  ],
  bench: ['bench/src', ...ofBundles],
  eval: ['eval/src', ...ofBundles],
};

/** Fingerprint of the inputs of a folder's `dist`. */
export const fingerprintOf = (folder) => fingerprint(...parts[folder]);

/** Returns whether the `dist` of a folder is made from the current inputs. */
export function isBuilt(folder) {
  try {
    return readFileSync(join(root, folder, 'dist/stamp'), 'utf8') === fingerprintOf(folder);
  } catch {
    return false;
  }
}
