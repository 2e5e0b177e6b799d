import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file, and the file that it imports. */
const imports = [
  ['packages/server/src/base/up.ts', 'packages/server/src/checks/some.ts'],
  ['packages/server/src/api/v3/row.ts', 'packages/server/src/store/some.ts'],
  ['packages/server/src/checks/page.ts', 'packages/server/src/workflows/some.ts'],
  ['packages/server/src/pages/form/answer.ts', 'packages/server/src/api/v3/some.ts'],
  ['packages/server/src/checks/fake.ts', 'packages/server/src/testing/clock.ts'],
  ['packages/server/src/store/testing/world.ts', 'packages/server/src/api/v3/some.ts'],
  ['packages/server/src/newcomer/some.ts', 'packages/server/src/base/some.ts'],
  ['packages/verification/src/service.ts', 'packages/server/src/base/some.ts'],
  ['packages/web-sdk/src/service.ts', 'packages/server/src/base/some.ts'],
  ['packages/chip-reader/src/service.ts', 'packages/server/src/base/some.ts'],
  ['packages/conformance/src/service.ts', 'packages/server/src/base/some.ts'],
  ['packages/server/src/checks/one.ts', 'packages/server/src/checks/other.ts'],
  ['packages/server/src/checks/other.ts', 'packages/server/src/checks/one.ts'],
  // Allowed.
  ['packages/server/src/checks/fine.test.ts', 'packages/server/src/api/v3/some.ts'],
  ['packages/server/src/api/v3/fine.ts', 'packages/server/src/checks/some.ts'],
  ['packages/server/src/checks/fine.ts', 'packages/server/src/store/some.ts'],
];

function write(path, text) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text, { flag: 'a' });
}

test('each import against the directions is an error, type-only ones too, and no other', async () => {
  for (const [, to] of imports) write(to, '');
  const depth = (path) => '../'.repeat(path.split('/').length - 1);
  for (const [from, to] of imports) write(from, `import type { Thing } from '${depth(from)}${to}';\n`);
  const config = join(root, '.dependency-cruiser.mjs');
  const cruise = promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      config,
      '-T',
      'json',
      'packages',
    ],
    { cwd: folder },
  );
  const { stdout } = await cruise.catch((error) => error);
  const found = JSON.parse(stdout).summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
  expect(found.toSorted()).toEqual([
    'api-v3-directions packages/server/src/api/v3/row.ts',
    'area-testing-imports-no-route packages/server/src/store/testing/world.ts',
    'base-directions packages/server/src/base/up.ts',
    'checks-directions packages/server/src/checks/fake.ts',
    'checks-directions packages/server/src/checks/page.ts',
    'chip-reader-stands-alone packages/chip-reader/src/service.ts',
    'conformance-stands-alone packages/conformance/src/service.ts',
    'every-folder-has-a-direction packages/server/src/newcomer/some.ts',
    'no-circle packages/server/src/checks/one.ts',
    'no-testing-in-production packages/server/src/checks/fake.ts',
    'pages-form-directions packages/server/src/pages/form/answer.ts',
    'verification-stands-alone packages/verification/src/service.ts',
    'web-sdk-stands-alone packages/web-sdk/src/service.ts',
  ]);
}, 60_000);
