import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readSettings, type Settings } from '../config/settings.ts';
import type { Finding } from '../health/finding.ts';
import { diskVerdict } from '../health/health.ts';
import { examineMasterKey } from '../keys/master-key.ts';
import { storageKey } from '../storage/key.ts';
import { mediaLocation, openBlobs } from '../storage/open.ts';
import { peekPostgres } from '../store/postgres.ts';
import { peekSqlite } from '../store/sqlite.ts';
import { CommandFailed, type Io } from './io.ts';
import { dataDirectory, type OperatorFlags } from './operator.ts';

/** The settings that a server of this environment would start with. */
export function settingsAtRest(flags: OperatorFlags, io: Io): Settings {
  try {
    return readSettings({ data: dataDirectory(flags, io) }, { ...io.env });
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}

/** Looks at store, master key, disk and bucket of a server that doesn't run. Leaves nothing that it made. */
export async function examineStore(settings: Settings): Promise<Finding[]> {
  const { data } = settings;
  if (!existsSync(data)) return [{ name: 'store', state: 'ok', detail: `${data} does not exist yet` }];
  const disk: Finding = { name: 'disk', ...(await diskVerdict(settings)) };
  return [...(await rowsAndKeys(settings)), disk, ...(await bucket(settings))];
}

async function rowsAndKeys(settings: Settings): Promise<Finding[]> {
  const { data, databaseDirectUrl } = settings;
  const databaseUrl = databaseDirectUrl ?? settings.databaseUrl;
  try {
    const peek = databaseUrl ? await peekPostgres(databaseUrl) : peekSqlite(data);
    const nothing = databaseUrl ? 'the database is empty' : `no embedded store in ${data}, and no DATABASE_URL is set`;
    if (!peek) return [{ name: 'store', state: 'ok', detail: nothing }];
    try {
      return [{ name: 'store', state: 'ok', detail: 'can be read' }, await keys(peek.reader, settings)];
    } finally {
      await peek.close();
    }
  } catch (error) {
    return [{ name: 'store', state: 'failed', detail: (error as Error).message }];
  }
}

async function keys(...of: Parameters<typeof examineMasterKey>): Promise<Finding> {
  try {
    const detail = `the master key opens the store; its fingerprint: ${await examineMasterKey(...of)}`;
    return { name: 'keys', state: 'ok', detail };
  } catch (error) {
    return { name: 'keys', state: 'failed', detail: (error as Error).message };
  }
}

/** Stores, reads and deletes an object in the bucket, if media are in a bucket. */
async function bucket(settings: Settings): Promise<Finding[]> {
  if (settings.s3Bucket === null) return [];
  const key = storageKey({ account: 'health', mediaId: randomUUID() });
  const bytes = randomBytes(32);
  try {
    const blobs = await openBlobs(mediaLocation(settings), settings);
    await blobs.put(key, Readable.from([bytes]));
    const back = await buffer(await blobs.get(key));
    await blobs.delete(key);
    const isSame = back.equals(bytes);
    const detail = isSame
      ? `the bucket ${settings.s3Bucket} stores, reads and deletes`
      : 'reads other bytes than it stored';
    return [{ name: 'storage', state: isSame ? 'ok' : 'failed', detail }];
  } catch (error) {
    return [{ name: 'storage', state: 'failed', detail: (error as Error).message }];
  }
}
