import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useLists } from './testing/lists.ts';
import { zip } from './testing/zip.ts';

const lists = useLists();

const csv = (...rows: string[]) => ['id,name,categories', ...rows, ''].join('\n');
const row = (id: number) => `${id},Ana Novak,pep`;

describe('packed files', () => {
  test('gzip and ZIP are read, and their own bytes are in the summary', async () => {
    const text = Buffer.from(csv(row(1), row(2)));
    for (const packed of [gzipSync(text), zip({ 'folder/l.csv': text })]) {
      const { summary } = await lists.read({ 'l.packed': packed });
      const sha256 = createHash('sha256').update(packed).digest('hex');
      expect(summary).toMatchObject({ records: 2, files: [{ name: 'l.packed', bytes: packed.length, sha256 }] });
    }
  });

  test('an archive of two lists is refused', async () => {
    const files = { 'a.csv': Buffer.from(csv(row(1))), 'b.csv': Buffer.from(csv(row(2))) };
    const { reason, message } = await lists.refused({ 'l.zip': zip(files) });
    expect([reason, message]).toEqual([
      'wrong_format',
      'l.zip/b.csv: there is a second main file. Import one list at a time',
    ]);
  });

  test.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes, { level: 9 })],
    ['ZIP', (bytes: Buffer) => zip({ 'l.csv': bytes })],
  ])('what unpacks to more than 200 times its size is refused: %s', async (_, pack) => {
    const text = Buffer.from(csv(...Array.from({ length: 10 }, () => row(1)), 'x'.repeat(8_000_000)));
    const { reason } = await lists.refused({ 'l.packed': pack(text) });
    expect(reason).toBe('too_large');
  });

  test('an archive of more files than a list has is refused before any is read', async () => {
    const text = Buffer.from(csv(row(1)));
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.csv`, text]));
    const { reason, message } = await lists.refused({ 'l.zip': zip(files) });
    expect([reason, message]).toEqual(['too_large', 'l.zip: the archive holds more than 8 files']);
  });

  test('the name of a member steers no terminal', async () => {
    const name = '\u001b[2J\u202eevil.csv';
    const { message } = await lists.refused({ 'l.zip': zip({ [name]: Buffer.from('id,name,categories\n1,Ana\n') }) });
    expect(message).toBe('l.zip/_[2J_evil.csv, line 2: 2 of 3 columns. The file may be truncated');
  });

  test('a damaged archive is refused', async () => {
    const { reason } = await lists.refused({ 'l.zip': zip({ 'l.csv': Buffer.from(csv(row(1))) }).subarray(0, 60) });
    expect(reason).toBe('incomplete');
  });
});
