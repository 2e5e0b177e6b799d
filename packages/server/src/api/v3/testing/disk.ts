import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from '../../../store/query.ts';
import type { TestService } from '../../../testing/service.ts';

/** Every file below a folder. */
export function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const countMedia = query()((db) => db.selectFrom('media').select((select) => select.fn.countAll<number>().as('n')));

/** Counts of stored files of media, complete or not, and of their rows. */
export async function stored(service: TestService): Promise<{ files: number; rows: number }> {
  const files = filesUnder(join(service.data, 'media')).length;
  return { files, rows: Number((await service.services.store.system.first(countMedia, {}))?.n) };
}

/** The files of the data directory (database and its journal included) that contain these very bytes. */
export function filesWith(service: TestService, bytes: Buffer): string[] {
  return filesUnder(service.data).filter((path) => readFileSync(path).includes(bytes));
}
