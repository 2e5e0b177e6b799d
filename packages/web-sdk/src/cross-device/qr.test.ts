import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Modules, qrCode } from './qr.ts';

beforeAll(() => {
  const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary } });
});

/** Decodes a picture of the code, four pixels a module, with an independent reader. */
async function read(modules: Modules): Promise<{ text: string; correction: string }> {
  const side = (modules.length + 8) * 4;
  const pixels = Buffer.alloc(side * side, 255);
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries())
      for (let i = 0; dark && i < 16; i += 1) pixels[((y + 4) * 4 + (i >> 2)) * side + (x + 4) * 4 + (i & 3)] = 0;
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
  const [found] = await readBarcodes(png, { formats: ['QRCode'], textMode: 'Plain' });
  return { text: found?.text ?? '', correction: found?.ecLevel ?? '' };
}

describe('codes that another reader reads', () => {
  // One of each version: 14, 26, 42, 62, 84, 106, 122, 152, 180 and 213 bytes is the most that they hold.
  test.each([1, 14, 15, 26, 42, 62, 63, 84, 106, 122, 152, 180, 213])('%i bytes', async (length) => {
    const text = `https://id.example/01ABCDEF?${'x9-'.repeat(80)}`.slice(0, length);
    expect(await read(qrCode(text))).toEqual({ text, correction: 'M' });
  });

  it('has the size of its version', () => {
    expect([14, 15, 122, 123, 213].map((length) => qrCode('a'.repeat(length)).length)).toEqual([21, 25, 45, 49, 57]);
  });

  it('is refused beyond', () => {
    expect(() => qrCode('a'.repeat(214))).toThrow('too long');
  });
});
