import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { containerOf } from '../image/container.ts';
import { decode } from '../image/decode.ts';
import { cardAlone, cardOnTable } from '../image/testing.ts';
import { foreignData } from './foreign.ts';
import { editingTraces, generatedMarks, originOf, type PictureOrigin } from './metadata.ts';
import { screenGrid } from './screen.ts';
import { screenshot } from './screenshot.ts';

const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#789' } });

/** A JPEG with a segment put behind its start. */
async function withSegment(marker: number, data: Buffer | string): Promise<Buffer> {
  const bytes = await plain().jpeg().toBuffer();
  const body = Buffer.from(data);
  const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]);
  return Buffer.concat([bytes.subarray(0, 2), head, body, bytes.subarray(2)]);
}

/** A PNG with a chunk put behind its header. */
async function withChunk(type: string, data: Buffer | string): Promise<Buffer> {
  const bytes = await plain().png().toBuffer();
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]);
}

const origin = (bytes: Buffer) => originOf(containerOf(bytes)!);

describe('container', () => {
  it('gives the parts of a JPEG and of a PNG, and what follows them', async () => {
    const jpeg = containerOf(Buffer.concat([await withSegment(0xfe, 'hello'), Buffer.from('tail')]));
    expect(jpeg).toMatchObject({ format: 'jpeg', frames: 1 });
    expect(jpeg?.parts.map(({ name, data }) => [name, data.length])).toContainEqual(['COM', 5]);
    expect(Buffer.from(jpeg!.appended).toString()).toBe('tail');
    const png = containerOf(Buffer.concat([await withChunk('tEXt', 'Software\0x'), Buffer.from('tail')]));
    expect(png?.parts.map(({ name }) => name)).toEqual(['IHDR', 'tEXt', 'pHYs', 'IEND']);
    expect(Buffer.from(png!.appended).toString()).toBe('tail');
  });

  it('counts the frames of an animated PNG, and analyses the first', async () => {
    const control = Buffer.alloc(8);
    control.writeUInt32BE(7, 0);
    const animated = await withChunk('acTL', control);
    expect(containerOf(animated)?.frames).toBe(7);
    expect(await decode(animated)).toMatchObject({ width: 60, height: 40 });
  });

  it('knows nothing else', () => {
    expect(containerOf(Buffer.from('GIF89a'))).toBeUndefined();
    expect(containerOf(Buffer.alloc(0))).toBeUndefined();
  });

  it('ends, whatever follows the magic bytes', () => {
    const magic = fc.constantFrom(Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('89504e470d0a1a0a', 'hex'));
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        const bytes = Buffer.concat([start, rest]);
        const container = containerOf(bytes)!;
        expect(container.appended.length).toBeLessThan(bytes.length);
        expect(Number.isFinite(container.zeroTail)).toBe(true);
        expect(['pass', 'fail']).toContain(foreignData(container).result);
      }),
    );
  });
});

describe('foreign data', () => {
  const appended = async (tail: Buffer | string) =>
    foreignData(containerOf(Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from(tail)]))!);

  it.each([
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a web page', '\n<html><body>'],
    ['a script', '<?php system($_GET[0]);'],
    ['an archive', 'PK\x03\x04........'],
    ['a program', '\x7fELF\x02\x01'],
  ])('is %s after the end of a picture', async (kind, tail) => {
    expect(await appended(tail)).toMatchObject({ name: 'foreign_data', result: 'fail', measure: 1, threshold: 0 });
    expect((await appended(tail)).reason).toBe(
      `The file also contains ${kind}. ${tail.length} bytes follow the end of the image data`,
    );
  });

  it('is a PDF in a comment, or a page in a text', async () => {
    expect(foreignData(containerOf(await withSegment(0xfe, '%PDF-1.4 %âãÏÓ'))!).result).toBe('fail');
    expect(foreignData(containerOf(await withChunk('tEXt', 'Comment\0<script>alert(1)</script>'))!).result).toBe(
      'fail',
    );
  });

  it('is not a second picture, nor the film of a moving photo, nor padding', async () => {
    const second = await plain().jpeg().toBuffer();
    for (const tail of [second, Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(900), Buffer.from('')]) {
      expect((await appended(tail)).result).toBe('pass');
    }
  });
});

describe('origin', () => {
  it('is read from EXIF', async () => {
    const IFD0 = { Make: 'Maker', Model: 'M 1', Software: 'GIMP 2.10.34' };
    const bytes = await plain()
      .withExif({ IFD0, IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' } })
      .jpeg()
      .toBuffer();
    const found = await origin(bytes);
    expect(found).toEqual({
      make: 'Maker',
      model: 'M 1',
      takenAt: '2024-05-06T07:08:09',
      software: ['GIMP 2.10.34'],
      credentials: false,
      generated: [],
      screenshot: false,
    });
    expect(editingTraces(found)).toEqual({
      name: 'editing_traces',
      measure: 1,
      threshold: 0,
      result: 'fail',
      reason: 'The file was edited with GIMP 2.10.34',
    });
  });

  it('is read from EXIF in a PNG, too', async () => {
    const bytes = await plain()
      .withExif({ IFD0: { Make: 'Maker', Software: 'Photoshop' } })
      .png()
      .toBuffer();
    expect(await origin(bytes)).toMatchObject({ make: 'Maker', software: ['Photoshop'] });
  });

  it.each([
    '<xmp:CreatorTool>Adobe Photoshop 25.0 (Macintosh)</xmp:CreatorTool>',
    'xmp:CreatorTool="Adobe Photoshop 25.0 (Macintosh)"',
    '<rdf:li stEvt:action="saved" stEvt:softwareAgent="Adobe Photoshop 25.0 (Macintosh)"/>',
  ])('is read from XMP: %s', async (xmp) => {
    const found = await origin(await withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${xmp}</x:xmpmeta>`));
    expect(found.software).toEqual(['Adobe Photoshop 25.0 (Macintosh)']);
    expect(editingTraces(found).result).toBe('fail');
  });

  it("is not an editor if the metadata name a phone's camera", async () => {
    const exif = { IFD0: { Make: 'Apple', Software: '17.5.1' } };
    expect(editingTraces(await origin(await plain().withExif(exif).jpeg().toBuffer())).result).toBe('pass');
    expect(editingTraces(await origin(await plain().jpeg().toBuffer())).result).toBe('pass');
  });

  it.each([
    ['parameters\0a passport photo\nSteps: 20, Sampler: Euler', 'text "parameters"'],
    ['Software\0Stable Diffusion web UI', 'Stable Diffusion'],
    ['XML:com.adobe.xmp\0\0\0\0\0<Iptc4xmpExt:DigitalSourceType>x/trainedAlgorithmicMedia', 'trainedAlgorithmicMedia'],
  ])('is a generator by its marks: %.25j', async (text, mark) => {
    const found = await origin(await withChunk(text.startsWith('XML') ? 'iTXt' : 'tEXt', text));
    expect(found.generated).toContain(mark);
    expect(generatedMarks(found).result).toBe('fail');
  });

  it('has Content Credentials in either format', async () => {
    expect((await origin(await withSegment(0xeb, 'JP\0\0\0\0\0\x20jumb\0\0\0\x18jumdc2pa'))).credentials).toBe(true);
    expect((await origin(await withChunk('caBX', 'jumbc2pa'))).credentials).toBe(true);
  });

  it('is unknown where metadata are broken', async () => {
    const broken = await withSegment(0xe1, `Exif\0\0MM\0*\xff\xff\xff\xff`);
    expect(await origin(broken)).toEqual({ software: [], credentials: false, generated: [], screenshot: false });
  });
});

describe('screenshot', () => {
  const nothing: PictureOrigin = { software: [], credentials: false, generated: [], screenshot: false };
  const bars = `<rect width="1170" height="140" fill="#fff"/><rect y="2390" width="1170" height="142" fill="#fff"/>
    <rect x="90" y="50" width="110" height="34"/><rect x="950" y="50" width="60" height="30"/>
    <rect x="1030" y="50" width="70" height="30"/><rect x="400" y="2490" width="370" height="12" rx="6"/>`;

  async function phone(width: number, height: number, content: string) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1170 2532"
      preserveAspectRatio="none"><rect width="1170" height="2532" fill="#445"/>${content}</svg>`;
    const card = await (await cardAlone())
      .resize(Math.round(width * 0.9))
      .png()
      .toBuffer();
    return sharp(Buffer.from(svg)).composite([
      { input: card, left: Math.round(width * 0.05), top: Math.round(height / 3) },
    ]);
  }

  const judge = async (bytes: Buffer, from: PictureOrigin = nothing) =>
    screenshot(await decode(bytes), from, containerOf(bytes)!.format).result;

  it('is found by size, bars and status signs, as PNG and as JPEG', async () => {
    expect(await judge(await (await phone(1170, 2532, bars)).png().toBuffer())).toBe('fail');
    expect(await judge(await (await phone(1170, 2532, bars)).jpeg({ quality: 80 }).toBuffer())).toBe('fail');
  });

  it('is found when it was made smaller', async () => {
    expect(await judge(await (await phone(585, 1266, bars)).png().toBuffer())).toBe('fail');
  });

  it('is found by its own metadata', async () => {
    const bytes = await withChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<exif:UserComment>Screenshot</exif:UserComment>');
    expect(await judge(bytes, await origin(bytes))).toBe('fail');
  });

  it('is not a photo, in whatever size, nor one that names its camera', async () => {
    const photo = await (await cardOnTable()).resize(1920, 1080, { fit: 'cover' }).jpeg().toBuffer();
    expect(await judge(photo)).toBe('pass');
    expect(await judge(await (await cardAlone()).png().toBuffer())).toBe('pass');
    expect(await judge(await (await phone(1170, 2532, bars)).jpeg().toBuffer(), { ...nothing, make: 'Maker' })).toBe(
      'pass',
    );
  });
});

describe('photo of a screen', () => {
  /** The card as pixels of three coloured stripes with a dark gap, seen by a camera with `pitch` pixels for each of them. */
  async function onScreen(pitch: number, turn: number): Promise<Buffer> {
    const { data, info } = await (await cardAlone()).resize(420).raw().toBuffer({ resolveWithObject: true });
    const [width, height] = [info.width * 4, info.height * 4];
    const screen = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let c = 0; c < 3; c++) {
          const level = data[((y >> 2) * info.width + (x >> 2)) * 3 + c]!;
          screen[(y * width + x) * 3 + c] = y % 4 < 3 && x % 4 === c ? level : level >> 2;
        }
      }
    }
    const turned = await sharp(screen, { raw: { width, height, channels: 3 } })
      .rotate(turn)
      .png()
      .toBuffer();
    return sharp(turned)
      .resize(Math.round(info.width * pitch))
      .jpeg({ quality: 88 })
      .toBuffer();
  }

  const judge = async (bytes: Buffer) => screenGrid((await decode(bytes)).rgb).result;

  it.each([
    [2.2, 5],
    [2.9, 3],
  ])('is found by its grid at %f pixels a pixel, turned by %i degrees', async (pitch, turn) => {
    expect(await judge(await onScreen(pitch, turn))).toBe('fail');
  });

  it('is not a photo of the card itself, sharp or soft', async () => {
    const card = await (await cardOnTable({ tilt: 3 })).jpeg().toBuffer();
    expect(await judge(card)).toBe('pass');
    expect(await judge(await sharp(card).blur(2).jpeg().toBuffer())).toBe('pass');
  });

  it('is not assessed in a picture that is too small', async () => {
    expect(screenGrid((await decode(await plain().png().toBuffer())).rgb)).toMatchObject({
      measure: 0,
      result: 'pass',
    });
  });
});
