/**
 * `npm run test:published -- CHECKOUT [ARGUMENTS OF JEST]`: runs the integration suite of the published Node client, from a
 * checkout of its repository, against a service with an account as the suite presupposes it. Once with an API token, and
 * once with OAuth credentials.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBuilt } from '../live/built.ts';
import { prepare, workflowFolder } from './prepare.ts';

const [given, ...more] = process.argv.slice(2);
const checkout = resolve(given ?? '.');
const jest = join(checkout, 'node_modules/jest/bin/jest.js');
if (given === undefined || !existsSync(jest)) {
  console.error('Name a checkout of the client, after npm ci in it: npm run test:published -- ../onfido-node');
  process.exit(2);
}

const workflows = workflowFolder();
// The suite compares the host of results_uri.
const flags = ['--workflows', workflows, '--dashboard-url', 'https://dashboard.onfido.com', '--sandbox-delay', '1000'];
const service = await startBuilt({ flags });
try {
  for (const way of ['API token', 'OAuth']) {
    console.log(`\nThe suite with ${way}:`);
    // A new account for each run: the suite deletes the passkeys.
    const { ONFIDO_OAUTH_CLIENT_ID, ONFIDO_OAUTH_CLIENT_SECRET, ...known } = await prepare(service);
    const oauth = way === 'OAuth' ? { ONFIDO_OAUTH_CLIENT_ID, ONFIDO_OAUTH_CLIENT_SECRET } : {};
    const redirect = fileURLToPath(new URL('redirect.cjs', import.meta.url));
    const suite = spawn(process.execPath, ['--require', redirect, jest, '--runInBand', ...more], {
      cwd: checkout,
      env: { ...process.env, ...known, ...oauth },
      stdio: 'inherit',
    });
    const [status] = await once(suite, 'exit');
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  await service.stop();
  rmSync(workflows, { recursive: true });
}
