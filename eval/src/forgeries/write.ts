import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Made } from './make.ts';

/**
 * Writes what was made to a folder: the pictures, and `truth.json`, a list of `{ id, recipe, forgery, source, origin,
 * specimen, split, today, uploads: [{ file, type, side }] }`.
 */
export async function writeMade(folder: string, all: AsyncIterable<Made>): Promise<number> {
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
