import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../testing/service.ts';

let parent: string;
let data: string;
let umask: number;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'bonafide-'));
  data = join(parent, 'data');
  // As most systems have it: files of their owner that all may read.
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The modes of the data directory and of every file in it, by name. */
const modes = () => ({
  '.': modeOf(data),
  ...Object.fromEntries(
    readdirSync(data, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, modeOf(join(data, name))]),
  ),
});

const embedded = {
  'bonafide.db': 0o600,
  'bonafide.db-shm': 0o600,
  'bonafide.db-wal': 0o600,
  'lock.db': 0o600,
  'lock.db-journal': 0o600,
};
const keys = { 'master.key': 0o600, 'operator.key': 0o600 };
// A service on a given directory has its store there, whatever the other tests run on.
const wanted = () => ({ '.': 0o700, ...embedded, ...keys });

describe('the data directory', () => {
  it('and the files in it are of their owner alone', async () => {
    mkdirSync(data);
    expect(modeOf(data)).toBe(0o755);
    const service = await startService({ data });
    try {
      await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'King' });
      expect(modes()).toEqual(wanted());
    } finally {
      await service.close({ keep: true });
    }
  });

  it('is corrected at a start where an earlier version left it open to all', async () => {
    const first = await startService({ data });
    const { id } = (await first.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'King' })).body;
    const { liveToken, sandboxToken } = first;
    await first.close({ keep: true });
    for (const name of Object.keys(modes())) chmodSync(join(data, name), name === '.' ? 0o755 : 0o644);
    const second = await startService({ data });
    try {
      expect(modes()).toEqual(wanted());
      const read = (token: string) => second.get(`/v3.6/applicants/${id}`, { token });
      expect([(await read(sandboxToken)).status, (await read(liveToken)).status]).toEqual([200, 404]);
    } finally {
      await second.close({ keep: true });
    }
  });
});
