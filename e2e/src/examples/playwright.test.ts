import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../packages/server/src/testing/free-port.ts';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';

const example = fileURLToPath(new URL('../../../docs/examples/playwright', import.meta.url));

describe.skipIf(!executablePath)('the example of end-to-end tests in Playwright', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/install-published.js', 'docs/examples/playwright']);
    service = await startService({ realTime: true });
    folder = mkdtempSync(join(tmpdir(), 'bonafide-example-'));
    writeFileSync(join(folder, 'ca.pem'), service.ca);
  });
  afterAll(async () => {
    await service?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  test('passes, as a customer runs it', async () => {
    const cli = join(example, 'node_modules/@playwright/test/cli.js');
    const report = ['--reporter=list', '--output', join(folder, 'results')];
    const run = spawn(process.execPath, [cli, 'test', ...report], {
      cwd: example,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        BONAFIDE_URL: service.baseUrl,
        BONAFIDE_API_TOKEN: service.sandboxToken,
        NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
        CHROMIUM: executablePath,
        PORT: String(await freePort()),
      },
    });
    let output = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (output += data));
    const code = await new Promise((resolve) => run.on('close', resolve));
    expect(code, output).toBe(0);
    expect(output).toContain('3 passed');

    // The checks of the shop are in its own account and in sandbox alone.
    const countOf = async (token: string) => (await service.get('/v3.6/applicants', { token })).body.applicants.length;
    expect(await countOf(service.sandboxToken)).toBe(3);
    expect(await countOf(service.liveToken)).toBe(0);
    expect(await countOf(service.other.sandboxToken)).toBe(0);
  });
});
