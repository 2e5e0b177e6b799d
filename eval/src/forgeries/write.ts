import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTaken } from './make.ts';
import type { MadeDocument, Upload } from './source.ts';

/**
 * Writes all forgeries to a folder: the pictures, and `truth.json`, a list of `{ id, recipe, forgery, source, origin, specimen,
 * split, today, uploads: [{ file, type, side }] }`.
 */
export async function writeMade(folder: string, all: AsyncIterable<MadeDocument>): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const list: object[] = [];
  for await (const { uploads, ...truth } of all) {
    const name = truth.id.replace(/[^\w.-]+/g, '_');
    const files = uploads.map(({ bytes, mediaType, type, side }, i) => {
      const file = `${name}${uploads.length > 1 ? `_${i + 1}` : ''}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;
      writeFileSync(join(folder, file), bytes);
      return { file, type, side };
    });
    list.push({ ...truth, uploads: files });
  }
  writeFileSync(join(folder, 'truth.json'), JSON.stringify(list, null, 1));
  return list.length;
}

/** Forgeries that an earlier run has written to a folder, or a sample of it; see `isTaken`. */
export async function* readMade(folder: string, sample?: number): AsyncGenerator<MadeDocument> {
  const list: (Omit<MadeDocument, 'uploads'> & {
    uploads: (Omit<Upload, 'bytes' | 'mediaType'> & { file: string })[];
  })[] = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  for (const { uploads, ...truth } of list) {
    if (!isTaken({ id: truth.id, forged: truth.forgery !== null }, sample)) continue;
    const files = uploads.map(({ file, type, side }): Upload => {
      const mediaType = file.endsWith('.png') ? 'image/png' : 'image/jpeg';
      return { bytes: readFileSync(join(folder, file)), mediaType, type, side };
    });
    yield { ...truth, uploads: files };
  }
}
