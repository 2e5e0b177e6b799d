import { spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { type ZipEntry, zip } from './zip.ts';

const at = Date.UTC(2026, 0, 15, 9, 30, 4);
const entries = () => [
  { name: 'a.txt', bytes: [Buffer.from('one'), Buffer.from(' two')] },
  { name: 'folder/empty', bytes: [] },
];

async function whole(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip(entries(), at)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('is made of headers, data and a directory as APPNOTE has them', async () => {
  const bytes = await whole();
  // CRC-32 of "one two"; 09:30:04 on the 15th of January 2026 in the format of MS-DOS.
  const [crc, size, time, date] = ['2f8907cd', '07000000', 'c24b', '2f5c'];
  expect(bytes.subarray(0, 35).toString('hex')).toBe(
    `504b0304140008080000${time}${date}${'00'.repeat(12)}05000000${Buffer.from('a.txt').toString('hex')}`,
  );
  expect(bytes.subarray(35, 42).toString()).toBe('one two');
  expect(bytes.subarray(42, 58).toString('hex')).toBe(`504b0708${crc}${size}${size}`);
  const end = bytes.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  expect([end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([2, 2]);
  const directory = bytes.subarray(end.readUInt32LE(16), end.readUInt32LE(16) + end.readUInt32LE(12));
  expect(directory.length).toBe(2 * 46 + 'a.txt'.length + 'folder/empty'.length);
  expect(directory.subarray(0, 51).toString('hex')).toBe(
    `504b01021400140008080000${time}${date}${crc}${size}${size}0500${'00'.repeat(16)}${Buffer.from('a.txt').toString('hex')}`,
  );
});

const unzip = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!unzip)('others can read it (needs python3)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-zip-'));
  try {
    const file = join(directory, 'a.zip');
    writeFileSync(file, await whole());
    expect(readFileSync(file).length).toBeGreaterThan(100);
    const script = `import zipfile; z = zipfile.ZipFile(${JSON.stringify(file)}); print(z.testzip(), [(i.filename, i.date_time, z.read(i)) for i in z.infolist()])`;
    const read = spawnSync('python3', ['-c', script]);
    expect(read.stdout.toString().trim()).toBe(
      "None [('a.txt', (2026, 1, 15, 9, 30, 4), b'one two'), ('folder/empty', (2026, 1, 15, 9, 30, 4), b'')]",
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});

const BLOCK = Buffer.alloc(32 * 1024 * 1024);

/** Reads an archive with Python's `zipfile` by `script`, which has it as `z`. Blocks of zeros take no place on the disk. */
async function readByOthers(archive: Iterable<ZipEntry>, script: string): Promise<unknown> {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-zip-'));
  try {
    const path = join(directory, 'a.zip');
    const file = openSync(path, 'w');
    let size = 0;
    for await (const chunk of zip(archive, at)) {
      if (chunk !== BLOCK) writeSync(file, chunk, 0, chunk.length, size);
      size += chunk.length;
    }
    ftruncateSync(file, size);
    closeSync(file);
    const program = `import json, zipfile; z = zipfile.ZipFile(${JSON.stringify(path)}); i = z.infolist(); print(json.dumps(${script}))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program]);
    expect(stderr.toString()).toBe('');
    return JSON.parse(stdout.toString());
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test.skipIf(!unzip)('others find all of 70,000 entries (needs python3)', async () => {
  const many = Array.from({ length: 70_000 }, (_, n) => ({ name: `files/${n}`, bytes: [Buffer.from(String(n))] }));
  const found = await readByOthers(many, '[len(i), z.testzip(), z.read("files/69999").decode(), i[65534].filename]');
  expect(found).toEqual([70_000, null, '69999', 'files/65534']);
});

test.skipIf(!unzip)(
  'other programs read entries beyond 4 GB, and entries larger than 4 GB (needs python3)',
  async () => {
    const blocks = 130;
    const archive = [
      {
        name: 'large',
        bytes: (function* () {
          for (let n = 0; n < blocks; n += 1) yield BLOCK;
        })(),
      },
      { name: 'behind', bytes: [Buffer.from('found')] },
    ];
    const script =
      '[[one.file_size, one.extract_version, one.header_offset > 2**32] for one in i] + [z.read("behind").decode()]';
    expect(await readByOthers(archive, script)).toEqual([[blocks * BLOCK.length, 45, false], [5, 45, true], 'found']);
  },
);
