import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../store/sqlite-connection.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const probe = mountSmallDisk(1);
probe?.drop();
const why = probe ? '' : ' (needs a user that may mount)';

let folder: string;
let data: string;
let readyFile: string;
const cleanUps: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-'));
  data = join(folder, 'data');
  readyFile = join(folder, 'ready.json');
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

interface Start {
  /** Largest size of a file that the service may write, in KiB. */
  readonly fileLimit?: number;
  readonly killed?: boolean;
}

type Outcome = { ready: true; err: string } | { ready: false; code: number | null; err: string };

const { DATABASE_URL: _, ...env } = process.env;

/** Starts the service until it is ready, and ends it; or until it ends by itself. */
async function start({ fileLimit, killed = false }: Start = {}): Promise<Outcome> {
  const flags = ['--mode', 'development', '--port', '0', '--http-port', '0', '--admin-port', '0', '--analysis', 'off'];
  const serve = [main, 'serve', ...flags, '--data', data, '--ready-file', readyFile];
  const limit = fileLimit === undefined ? '' : `ulimit -f ${fileLimit * 2} && `;
  const shell = ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...serve];
  const server: ChildProcess = spawn('sh', shell, { stdio: ['ignore', 'ignore', 'pipe'], env });
  cleanUps.push(() => server.kill('SIGKILL'));
  let err = '';
  server.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(server, 'close');
  while (server.exitCode === null && !existsSync(readyFile)) await pause(20);
  const ready = server.exitCode === null;
  if (ready) server.kill(killed ? 'SIGKILL' : 'SIGTERM');
  const [code] = await ended;
  rmSync(readyFile, { force: true, recursive: true });
  return ready ? { ready, err } : { ready, code, err };
}

function smallDisk(mib: number): SmallDisk {
  const disk = mountSmallDisk(mib) as SmallDisk;
  cleanUps.push(() => disk.drop());
  return disk;
}

const failed = (err: unknown) => ({ ready: false, code: 1, err });

describe('a service that starts, but can not write a file of the start', () => {
  test('ends where the folder of the ready file is missing', async () => {
    readyFile = join(folder, 'absent/ready.json');
    const { err, ...outcome } = await start();
    expect(outcome).toEqual({ ready: false, code: 1 });
    expect(err).toContain('ENOENT');
    expect(existsSync(join(data, 'server.json'))).toBe(false);
  });

  test('ends where the file for commands can not be written', async () => {
    mkdirSync(join(data, 'server.json'), { recursive: true });
    const { err, ...outcome } = await start();
    expect(outcome).toEqual({ ready: false, code: 1 });
    expect(err).toContain('EISDIR');
  });

  test.skipIf(!probe)(`ends where the disk of the ready file is full${why}`, async () => {
    const disk = smallDisk(1);
    disk.fill();
    readyFile = join(disk.path, 'ready.json');
    expect(await start()).toEqual(
      failed(
        `The service could not start: ${readyFile} could not be written, because its disk is full ` +
          '(ENOSPC: no space left on device, write). Free some space there, then start again.\n',
      ),
    );
    disk.makeRoom();
    expect(await start()).toEqual({ ready: true, err: '' });
  });
});

describe('a store that an earlier version left half upgraded', () => {
  const migrated = () => {
    const store = connect(join(data, 'bonafide.db'));
    const rows = store.prepare('select name from kysely_migration order by name').all();
    store.close();
    return rows.map(({ name }) => name);
  };

  // Earlier versions committed each statement of a migration on its own, and its name after the last one.
  test.each([
    ['0050-search-pending', 'table search_pending already exists'],
    ['0051-accepted-memberships', 'duplicate column name: accepted_at'],
    ['0001-main-job', 'table accounts already exists'],
  ])('ends the start at %s with the way out, and its backup starts', async (interrupted, reason) => {
    expect(await start()).toEqual({ ready: true, err: '' });
    const backup = join(folder, 'backup');
    cpSync(data, backup, { recursive: true });
    const store = connect(join(data, 'bonafide.db'));
    store.prepare('delete from kysely_migration where name = ?').run(interrupted);
    store.close();
    const before = migrated();
    const sentence =
      `The store ${join(data, 'bonafide.db')} is half upgraded: an earlier upgrade was interrupted (${reason}). ` +
      'This start changed nothing. Restore the backup from before that upgrade, then start again. Without a backup, ' +
      'return to the version that ran before it.\n';
    expect(await start()).toEqual(failed(sentence));
    expect(migrated()).toEqual(before);
    rmSync(data, { recursive: true });
    cpSync(backup, data, { recursive: true });
    expect(await start()).toEqual({ ready: true, err: '' });
  });
});

describe.skipIf(process.platform === 'win32')('a limit on the size of files', () => {
  test('ends the first start wherever it is reached, and the next one without the limit is ready', async () => {
    expect(await start({ killed: true })).toMatchObject({ ready: true });
    const log = Math.floor(statSync(join(data, 'bonafide.db-wal')).size / 1024);
    const all = Math.max(log, Math.ceil(statSync(join(data, 'bonafide.db')).size / 1024));
    // The log of the store grows with each step of the start.
    for (const fileLimit of [1, 40, all - 60, all - 4]) {
      rmSync(data, { recursive: true });
      const { err, ...outcome } = await start({ fileLimit });
      expect([fileLimit, outcome]).toEqual([fileLimit, { ready: false, code: 1 }]);
      expect(err).toMatch(/^The service could not start: .* could not be written.* then start again\.\n$/);
      expect(await start()).toEqual({ ready: true, err: '' });
      expect(readdirSync(data).filter((name) => /\.key\./.test(name))).toEqual([]);
    }
  }, 120_000);
});

describe.skipIf(!probe)(`a full disk${why}`, () => {
  test('ends the first start at any step, and with room the next one is ready', async () => {
    const outcomes = new Set<boolean>();
    for (const free of [0, 16, 1_000, 3_000, 6_000, 6_400]) {
      const disk = smallDisk(16);
      data = join(disk.path, 'data');
      disk.fill(free);
      const first = await start();
      outcomes.add(first.ready);
      if (!first.ready) {
        expect([free, first.code]).toEqual([free, 1]);
        expect(first.err).toMatch(/^The service could not start: .* then start again\.\n$/);
      }
      disk.makeRoom();
      expect([free, await start()]).toEqual([free, { ready: true, err: '' }]);
      expect(readdirSync(data).filter((name) => /\.key\./.test(name))).toEqual([]);
    }
    expect(outcomes).toContain(false);
  }, 120_000);

  test.each([false, true])('ends a later start, after one that was killed: %s', async (killed) => {
    const disk = smallDisk(16);
    data = join(disk.path, 'data');
    expect(await start({ killed })).toMatchObject({ ready: true });
    for (const free of [0, 8]) {
      disk.fill(free);
      const { err, ...outcome } = await start();
      expect([free, outcome]).toEqual([free, { ready: false, code: 1 }]);
      expect(err).toMatch(new RegExp(`^The service could not start: ${data}.* then start again\\.\n$`));
      disk.makeRoom();
    }
    expect(await start()).toEqual({ ready: true, err: '' });
  });
});

describe('a data directory that is read-only', () => {
  const superuser = process.getuid?.() === 0;

  test.skipIf(!probe)(`because its disk is${why}`, async () => {
    const disk = smallDisk(16);
    data = join(disk.path, 'data');
    expect(await start()).toMatchObject({ ready: true });
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    const { err, ...outcome } = await start();
    expect(outcome).toEqual({ ready: false, code: 1 });
    expect(err).toMatch(
      new RegExp(
        `^The service could not start: ${data} could not be written, because it is read-only \\(.*\\)\\. ` +
          'Make it writable for the user of the service, then start again\\.\n$',
      ),
    );
  });

  test.skipIf(superuser)('by its rights', async () => {
    expect(await start()).toMatchObject({ ready: true });
    chmodSync(data, 0o500);
    chmodSync(join(data, 'lock.db'), 0o400);
    const { err, ...outcome } = await start();
    expect(outcome).toEqual({ ready: false, code: 1 });
    expect(err).toContain('Make it writable for the user of the service, then start again.');
  });
});
