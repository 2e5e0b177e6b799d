import { mkdtempSync, rmSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFile } from '../base/private-files.ts';
import {
  INDEX_OBJECTS,
  type KeyRows,
  MEDIA_ROWS,
  type ObjectOfRow,
  type RestoredKeys,
  type RowSnapshot,
  type RowsPart,
  readKeyRows,
  TO_ERASE,
} from './snapshot.ts';
import { type Connection, connect, copyDatabase } from './sqlite-connection.ts';

const SQLITE_FILE = 'bonafide.db';

/** Prefix of the folders of copies, before the id of their process. A killed backup leaves its folder, which the next one deletes. */
export const COPY_PREFIX = 'backup-';

/** Pages that are copied between two looks at the clock. */
const PAGES_AT_ONCE = 1_024;

/**
 * Bytes of a chunk, a multiple of the page size. A commit changes few pages, far apart: small chunks keep what a later backup writes
 * small, and large ones keep their number small.
 */
const CHUNK_BYTES = 128 * 1024;

/**
 * Copies the embedded store of a data directory, beside the service or without it. The copy needs as much free space in the data
 * directory as the store. Writers don't wait. While it is copied, the log of the store grows.
 */
export async function snapshotSqlite(directory: string): Promise<RowSnapshot> {
  const folder = mkdtempSync(join(directory, `${COPY_PREFIX}${process.pid}-`));
  const file = join(folder, SQLITE_FILE);
  try {
    makePrivateFile(file);
    await copyDatabase(join(directory, SQLITE_FILE), file, PAGES_AT_ONCE);
    return await openCopy(folder, file);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function openCopy(folder: string, file: string): Promise<RowSnapshot> {
  const { keys, migrations } = await takeKeys(file);
  const copy = connect(file);
  // Reads need no log, and must not change the file.
  copy.exec('pragma query_only = on');
  return {
    dialect: 'sqlite',
    migrations,
    async *parts() {
      yield { name: SQLITE_FILE, chunks: () => chunksOf(file) } satisfies RowsPart;
    },
    keys: async () => keys,
    async *objects() {
      yield* rowsOf(copy.prepare(INDEX_OBJECTS).all());
      const next = copy.prepare(
        `select id, storage_key, sha256 from media where id > ? order by id limit ${MEDIA_ROWS}`,
      );
      for (let last = ''; ; ) {
        const rows = next.all(last);
        if (rows.length === 0) return;
        yield* rowsOf(rows);
        last = rows.at(-1)?.id as string;
      }
    },
    async close() {
      copy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the keys of accounts in the copy of a store, and leaves none of their bytes in the file. */
async function takeKeys(file: string): Promise<{ keys: KeyRows; migrations: string[] }> {
  const copy = connect(file);
  try {
    const all = (sql: string) => copy.prepare(sql).all();
    const migrations = all('select name from kysely_migration order by name').map(({ name }) => name as string);
    const keys = await readKeyRows(async (sql) => all(sql), migrations);
    // Emptying the table overwrites its pages, with the rows that were deleted earlier.
    copy.exec(`pragma secure_delete = on; pragma temp_store = memory; begin; create temp table kept as select * from account_keys;
      update kept set wrapped = x''; delete from account_keys; insert into account_keys select * from kept;
      commit; pragma wal_checkpoint(truncate)`);
    return { keys, migrations };
  } finally {
    // The last connection to a file deletes its log.
    copy.close();
  }
}

function rowsOf(rows: readonly Record<string, unknown>[]): ObjectOfRow[] {
  return rows.map(({ storage_key, sha256 }) => ({ key: storage_key as string, sha256: sha256 as string }));
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await openFile(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      let filled = 0;
      while (filled < chunk.length) {
        const { bytesRead } = await file.read(chunk, filled, chunk.length - filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled > 0) yield chunk.subarray(0, filled);
      if (filled < chunk.length) return;
    }
  } finally {
    await file.close();
  }
}

/** Writes the file of an embedded store from its chunks, and syncs it. The directory must have no store. */
export async function restoreSqlite(
  directory: string,
  chunks: AsyncIterable<Buffer>,
  keys: RestoredKeys,
): Promise<void> {
  const path = join(directory, SQLITE_FILE);
  const file = await openFile(path, 'w', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  const restored = connect(path);
  try {
    const [answer] = restored.prepare('pragma quick_check(1)').all();
    if (answer?.quick_check !== 'ok') throw new Error(`The restored store is damaged: ${answer?.quick_check}`);
    putKeysBack(restored, keys);
  } finally {
    restored.close();
  }
}

function putKeysBack(restored: Connection, { accountKeys, erased }: RestoredKeys): void {
  const set = restored.prepare('update account_keys set wrapped = ? where account_id = ? and version = ?');
  const drop = restored.prepare('delete from account_keys where account_id = ?');
  const note = restored.prepare('insert into meta (key, value) values (?, ?)');
  restored.exec('begin');
  for (const { account_id, version, wrapped } of accountKeys) set.run(wrapped, account_id, version);
  for (const account_id of erased) {
    drop.run(account_id);
    note.run(TO_ERASE + account_id, account_id);
  }
  restored.exec('commit');
}
