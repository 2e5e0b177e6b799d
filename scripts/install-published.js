// node scripts/install-published.js [FOLDER…]: installs published packages that only tests use. Each folder has its own package.json and lockfile, so that `npm ci` of the
// workspace leaves these packages out.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureStamp, writeStamp } from './ensure.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder with the published API clients. */
const CLIENTS = 'e2e/src/clients';

/** Folder with the published browser SDK. */
const BROWSER_SDK = 'e2e/src/published-sdk';

/** npm's own program where npm started this process, otherwise `npm` on the path. */
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

/**
 * Runs `npm ci` in a folder, unless the packages of its lockfile are installed.
 * @param folder path from the root of the repository
 * @throws when npm fails, with npm's output
 */
async function installPublished(folder) {
  const lockfile = readFileSync(join(root, folder, 'package-lock.json'));
  const fingerprint = createHash('sha256').update(lockfile).digest('hex');
  const modules = join(root, folder, 'node_modules');
  await ensureStamp(modules, fingerprint, async () => {
    console.log(`Installing the published packages of ${folder}`);
    const [program, ...first] = npm;
    const flags = ['--prefix', join(root, folder), '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    try {
      await promisify(execFile)(program, [...first, 'ci', ...flags], { cwd: join(root, folder) });
    } catch (error) {
      throw new Error(`npm ci --prefix ${folder} failed: ${error.stderr || error.message}`);
    }
    writeStamp(modules, fingerprint);
  });
}

/** Vitest's global setup of the tests that use the published API clients. */
export const setup = () => installPublished(CLIENTS);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  for (const folder of named.length ? named : [CLIENTS, BROWSER_SDK]) await installPublished(folder);
}
