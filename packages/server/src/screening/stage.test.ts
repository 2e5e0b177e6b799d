import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import type { FormatName } from './options.ts';
import { stageList } from './stage.ts';
import { useLists } from './testing/lists.ts';
import { madeTexts } from './testing/made-lists.ts';

const lists = useLists();

const probe = mountSmallDisk(1);
probe?.drop();

let disk: SmallDisk | undefined;
afterEach(() => {
  disk?.drop();
  disk = undefined;
});

describe.skipIf(!probe)('on a disk that is full (needs a user that may mount)', () => {
  const stage = async (format: FormatName, count: number) => {
    const directory = join(disk!.path, 'staging');
    await mkdir(directory, { recursive: true });
    const staging = join(directory, 'list.jsonl');
    return {
      directory,
      staging,
      end: stageList(lists.write(madeTexts(format, count)), { list: 'test', format }, staging),
    };
  };

  test.each([
    ['the records', 'csv'],
    ['the parts of a join', 'opensanctions-ftm'],
  ] as const)('while %s are written, the import fails, and gives every byte back', async (_, format) => {
    disk = mountSmallDisk(2)!;
    const { directory, end } = await stage(format, 6000);
    await expect(end).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('from the first byte, and read once there is room', async () => {
    disk = mountSmallDisk(2)!;
    await mkdir(join(disk.path, 'staging'));
    disk.fill();
    const { directory, end } = await stage('csv', 10);
    await expect(end).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(directory)).toEqual([]);
    disk.makeRoom();
    const { staging, end: again } = await stage('csv', 10);
    expect(await again).toMatchObject({ records: 10 });
    expect(existsSync(staging)).toBe(true);
  });
});
