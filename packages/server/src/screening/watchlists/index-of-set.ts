import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { IndexedRecord, ListedRecord } from '@bonafide/verification';
import type { Services } from '../../context/services.ts';
import { pageOfListedRecords } from '../../store/queries/watchlists.ts';
import type { ScreeningSetRow } from '../../store/schema.ts';
import { buildIndexInProcess } from '../index-in-process.ts';
import { INDEX_OWNER } from './discard.ts';
import type { SetMember } from './version.ts';
import { makeWorkFolder } from './work-files.ts';

/** Records that are read at once. */
const PAGE = 1_000;

/** Services that build and store an index. */
export type IndexServices = Pick<Services, 'settings' | 'store' | 'storage' | 'clock' | 'runListTask'>;

/** Builds the index of a set and stores it under its SHA-256. */
export async function storeIndex(
  services: IndexServices,
  members: readonly SetMember[],
  signal?: AbortSignal,
): Promise<Pick<ScreeningSetRow, 'sha256' | 'storage_key' | 'size'>> {
  if (members.length === 0) return { sha256: null, storage_key: null, size: 0 };
  const { settings, storage, clock, runListTask } = services;
  const folder = await makeWorkFolder(settings);
  try {
    const [records, index] = ['records', 'index'].map((name) => join(folder, name)) as [string, string];
    await writeRecords(services, members, records);
    const { sha256, size } = await buildIndexInProcess(
      runListTask,
      { records, index },
      { clock, ...(signal && { signal }) },
    );
    const { key } = await storage.put({ account: INDEX_OWNER, mediaId: sha256 }, createReadStream(index));
    return { sha256, storage_key: key, size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes what the index takes of every record, one a line. */
async function writeRecords({ store }: IndexServices, members: readonly SetMember[], path: string): Promise<void> {
  const stream = createWriteStream(path, { mode: 0o600 });
  const done = finished(stream);
  // Awaited below; a disk that is full at the first write must not end the process before.
  done.catch(() => {});
  for (const { version_id, base, records } of members) {
    let seen = 0;
    for (let from = 0; from < records; from += PAGE) {
      const rows = await store.system.all(pageOfListedRecords, { version_id, from, below: from + PAGE });
      seen += rows.length;
      const lines = rows.map(({ ordinal, data }) => `${JSON.stringify(indexed(base + Number(ordinal), data))}\n`);
      if (!stream.write(lines.join(''))) await Promise.race([once(stream, 'drain'), done]);
    }
    if (seen !== records) throw new Error(`Version ${version_id} has ${seen} of ${records} records`);
  }
  stream.end();
  await done;
}

function indexed(ordinal: number, data: string): IndexedRecord {
  const { kind, names, ids } = JSON.parse(data) as ListedRecord;
  return {
    ordinal,
    kind,
    names: names.map(({ full, given, middle, family, quality }) => ({
      full,
      quality,
      ...(given !== undefined && { given }),
      ...(middle !== undefined && { middle }),
      ...(family !== undefined && { family }),
    })),
    ids: ids.map(({ number }) => ({ number })),
  };
}
