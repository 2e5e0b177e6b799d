import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../verification/src/testing/any-character.ts';
import { safeFileName } from './file-name.ts';

describe('safe file name', () => {
  it.each([
    ['passport.png', 'passport.png'],
    ['Führerschein Vorderseite (1).JPG', 'Führerschein Vorderseite (1).JPG'],
    ['护照.pdf', '护照.pdf'],
    ['.hidden', '.hidden'],
    ['../../etc/passwd', 'passwd'],
    ['/abs/olute.png', 'olute.png'],
    ['C:\\fakepath\\scan.pdf', 'scan.pdf'],
    ['a/b\\c.png', 'c.png'],
    ['a\\b/c.png', 'c.png'],
    ['sc\0an\r\n.png', 'scan.png'],
    ['a\u202Egnp.exe', 'agnp.exe'],
    ['  scan.png  ', 'scan.png'],
    ['', 'file'],
    ['folder/', 'file'],
    ['..', 'file'],
    ['.', 'file'],
    [' . . ', 'file'],
    ['\0', 'file'],
    ['a\uD800b', 'a\uFFFDb'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('cuts a long name in whole characters and keeps its extension', () => {
    expect(safeFileName(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(250)}.jpeg`);
    expect(safeFileName(`${'ü'.repeat(300)}.png`)).toBe(`${'ü'.repeat(125)}.png`);
    expect(safeFileName(`${'😀'.repeat(300)}`)).toBe('😀'.repeat(63));
    expect(safeFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(253)}`);
  });

  it('is a base name of 1 to 255 bytes whatever was sent, and stays as it is', () => {
    const anything = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 400 }),
      fc.string({ unit: fc.constantFrom('.', '/', '\\', ' ', '\0', 'a', '\u202E', '😀', '\uD83D'), maxLength: 400 }),
    );
    fc.assert(
      fc.property(anything, (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[/\\\p{Cc}\u202A-\u202E]/u);
        expect(safe).not.toMatch(/^\.*$/);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
        expect(Buffer.from(safe).toString()).toBe(safe);
        expect(safeFileName(safe)).toBe(safe);
      }),
      { numRuns: 1000 },
    );
  });
});
