import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withFiles } from './env-files.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonafide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('NAME_FILE names a file with the value of NAME, as orchestrators mount secrets', () => {
  const file = join(folder, 'url');
  writeFileSync(file, 'postgresql://bonafide:secret@database/bonafide\n');
  const settings = readSettings({}, withFiles({ DATABASE_URL_FILE: file, BONAFIDE_READY_FILE: '/tmp/ready.json' }));
  expect([settings.databaseUrl, settings.readyFile]).toEqual([
    'postgresql://bonafide:secret@database/bonafide',
    '/tmp/ready.json',
  ]);
});

test('a file that is missing and a value that is given twice are refused with their names, not with a value', () => {
  const missing = join(folder, 'missing');
  expect(() => withFiles({ BONAFIDE_SMTP_URL_FILE: missing })).toThrow(
    `BONAFIDE_SMTP_URL_FILE names ${missing}, which can't be read`,
  );
  expect(() => withFiles({ DATABASE_URL: 'postgresql://a', DATABASE_URL_FILE: missing })).toThrow(
    /^DATABASE_URL and DATABASE_URL_FILE are both set\. Set one of them$/,
  );
});
