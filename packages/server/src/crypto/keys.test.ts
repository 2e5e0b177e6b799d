import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY_BYTES, secretFile } from './keys.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bonafide-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('a secret file', () => {
  it('is made once, for the owner alone, and read from then on', () => {
    const made = secretFile(directory, 'master.key');
    expect(made).toHaveLength(KEY_BYTES);
    expect(secretFile(directory, 'master.key')).toEqual(made);
    const file = join(directory, 'master.key');
    expect(readFileSync(file, 'utf8')).toBe(`${made.toString('base64url')}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is made after a process of the same number was killed while it made it, as happens in containers', () => {
    writeFileSync(join(directory, `master.key.${process.pid}`), 'half');
    expect(secretFile(directory, 'master.key')).toHaveLength(KEY_BYTES);
  });
});
