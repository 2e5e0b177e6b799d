import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ffmpegFound, programFile } from './program.ts';

const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('a program is the first of its name on the path that can be run, or the file that is named', () => {
  const [first, second] = [join(directory, 'first'), join(directory, 'second')];
  for (const place of [first, second]) mkdirSync(place);
  const path = [first, '', second].join(delimiter);
  mkdirSync(join(first, 'folder'));
  writeFileSync(join(first, 'ffmpeg'), '');
  writeFileSync(join(second, 'ffmpeg'), '');
  chmodSync(join(first, 'ffmpeg'), 0o644);
  expect(programFile('ffmpeg', path)).toBeUndefined();
  chmodSync(join(second, 'ffmpeg'), 0o755);
  expect(programFile('ffmpeg', path)).toBe(join(second, 'ffmpeg'));
  expect(programFile('folder', path)).toBeUndefined();
  expect(programFile(join(second, 'ffmpeg'), '')).toBe(join(second, 'ffmpeg'));
  expect(ffmpegFound({ ffmpeg: join(first, 'ffmpeg') })).toMatchObject({
    state: 'warning',
    detail: `the program ${join(first, 'ffmpeg')} was not found, so no frames can be taken from videos`,
  });
});
