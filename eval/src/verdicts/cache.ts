import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { SideRead } from '@bonafide/verification';

/** Sources that decide what an analysis finds; from the root of the repository, where evaluations are started. */
const ANALYSERS = 'packages/verification/src';

/** A text that changes with every source of the analysers. */
function stampOfAnalysers(): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(path));
  };
  add(resolve(ANALYSERS));
  return hash.digest('hex').slice(0, 16);
}

/** Analyses that were made, by the bytes of the picture, the day and the sources of the analysers. */
export interface AnalysisCache {
  get(bytes: Uint8Array, today: string): readonly SideRead[] | undefined;
  set(bytes: Uint8Array, today: string, sides: readonly SideRead[]): void;
}

export function analysisCache(folder: string | undefined): AnalysisCache {
  if (!folder) return { get: () => undefined, set: () => {} };
  const own = join(folder, stampOfAnalysers());
  mkdirSync(own, { recursive: true });
  const fileOf = (bytes: Uint8Array, today: string) =>
    join(own, `${createHash('sha256').update(bytes).update(today).digest('hex')}.sides`);
  return {
    get(bytes, today) {
      const file = fileOf(bytes, today);
      return existsSync(file) ? deserialize(readFileSync(file)) : undefined;
    },
    set(bytes, today, sides) {
      const file = fileOf(bytes, today);
      writeFileSync(`${file}.${process.pid}`, serialize(sides));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}
