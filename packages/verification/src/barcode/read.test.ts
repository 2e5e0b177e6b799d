import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeRgb } from '../image/decode.ts';
import { hasTestFiles, testFile } from '../testing/data.ts';
import { parseAamva } from './aamva.ts';
import { BARCODE_SIDE, readBarcodes } from './read.ts';
import { aamvaText, cardWithBarcode } from './testing.ts';

const read = async (bytes: Buffer) => readBarcodes((await decodeRgb(bytes, { side: BARCODE_SIDE })).rgb);

describe('barcodes', () => {
  it.each([0, 2, 5, -8, 13, 90, 180, 97])('reads a licence turned by %i degrees', async (tilt) => {
    const { barcodes, unread } = await read(await cardWithBarcode(aamvaText(), { tilt }));
    expect(barcodes).toHaveLength(1);
    expect(barcodes[0]).toMatchObject({ format: 'PDF417', text: aamvaText() });
    expect(unread).toBe(false);
  });

  it('reads a licence that is a small part of a photograph, where it stands', async () => {
    const card = await sharp(await cardWithBarcode(aamvaText()))
      .resize(600)
      .png()
      .toBuffer();
    const table = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#4a3b2c' } });
    const photo = await table
      .composite([{ input: card, left: 900, top: 700 }])
      .jpeg({ quality: 80 })
      .toBuffer();
    const { barcodes } = await read(photo);
    expect(barcodes.map(({ text }) => text)).toEqual([aamvaText()]);
    // On the card the symbol begins at 103 by 303 pixels of 1400.
    const [{ x, y } = { x: 0, y: 0 }] = barcodes[0]!.corners;
    expect([Math.abs(x - 900 - (103 * 600) / 1400) < 6, Math.abs(y - 700 - (303 * 600) / 1400) < 6]).toEqual([
      true,
      true,
    ]);
  });

  it('says where the symbol is, also in a picture that had to be turned', async () => {
    const straight = await read(await cardWithBarcode(aamvaText()));
    const [{ x, y } = { x: 0, y: 0 }] = straight.barcodes[0]!.corners;
    expect([Math.abs(x - 103) < 8, Math.abs(y - 303) < 8]).toEqual([true, true]);
    const tilted = await cardWithBarcode(aamvaText(), { tilt: 9 });
    const { width = 0, height = 0 } = await sharp(tilted).metadata();
    for (const corner of (await read(tilted)).barcodes[0]!.corners) {
      expect(corner.x > 0 && corner.x < width && corner.y > 0 && corner.y < height).toBe(true);
    }
  });

  it('reads QR codes', async () => {
    const { barcodes } = await read(await cardWithBarcode('https://example.org/x', { format: 'QRCode' }));
    expect(barcodes).toMatchObject([{ format: 'QRCode', text: 'https://example.org/x' }]);
  });

  it('reports a symbol that is there and cannot be read', async () => {
    const card = sharp(await cardWithBarcode(aamvaText()));
    const stain = { create: { width: 180, height: 300, channels: 3, background: '#fff' } } as const;
    const { barcodes, unread } = await read(
      await card
        .composite([{ input: stain, left: 330, top: 280 }])
        .png()
        .toBuffer(),
    );
    expect([barcodes, unread]).toEqual([[], true]);
  });

  it('finds nothing in an empty picture, in one of one pixel, and in grey', async () => {
    for (const [width, height] of [
      [300, 200],
      [1, 1],
      [1, 500],
    ] as const) {
      const data = new Uint8Array(width * height).fill(200);
      expect(await readBarcodes({ width, height, data })).toEqual({ barcodes: [], unread: false });
    }
  });

  it.each([
    [1, 1],
    [1, 300],
    [300, 1],
    [3, 3],
  ])('finds nothing in a raster of %i by %i, whatever its colour', async (width, height) => {
    for (const level of [0, 128, 255]) {
      const data = new Uint8Array(width * height).fill(level);
      expect(await readBarcodes({ width, height, data })).toEqual({ barcodes: [], unread: false });
    }
  });

  const specimen = 'barcodes_pdf417/california_specimen_barcode.jpg';
  it.skipIf(!hasTestFiles(specimen))('reads the specimen of California (needs TEST_DATA)', async () => {
    const [barcode] = (await read(readFileSync(testFile(specimen)))).barcodes;
    expect(parseAamva(barcode!.text)).toMatchObject({ iin: '636014', version: 4, kind: 'driving_licence', faults: [] });
  });
});
