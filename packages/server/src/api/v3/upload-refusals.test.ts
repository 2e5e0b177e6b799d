import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hollowPng, pdf } from '../../media-files/testing/pictures.ts';
import { useService } from '../../testing/service.ts';
import { stored } from './testing/disk.ts';
import { greyJpeg, greyPng, heif, hollowVideo, LARGEST, padded, SMALLEST, stripes } from './testing/files.ts';
import { form, outcome, type Sent, storyOf, validationError, versions } from './testing/story.ts';

const service = useService();
let applicant_id: string;
beforeAll(async () => {
  applicant_id = await storyOf(service, 'v3.6').applicant();
});

const send = (file: Sent, version: (typeof versions)[number] = 'v3.6') =>
  storyOf(service, version).upload('documents', { applicant_id, type: 'passport' }, file);
const refused = (message: string) => validationError({ file: [message] });
const wrongType = refused('must be a jpg, png, pdf or json file');
const corrupt = refused('is corrupt or incomplete');

describe.each(versions)('sizes of %s', (version) => {
  test.each([
    [SMALLEST, 201],
    [LARGEST, 201],
  ])('%i bytes', async (size, status) => {
    const bytes = await greyPng(size);
    const { body, status: answered } = await send({ name: 'a.png', bytes }, version);
    expect([answered, body.file_size]).toEqual([status, size]);
    const download = await service.get(body.download_href);
    expect(download.bytes.equals(bytes)).toBe(true);
  });

  test.each([
    [0, 'must not be empty'],
    [SMALLEST - 1, 'must be at least 32 KB'],
    [LARGEST + 1, 'must be at most 10 MB'],
    [LARGEST + 5_000_000, 'must be at most 10 MB'],
  ])('%i bytes are refused', async (size, message) => {
    const before = await stored(service);
    const bytes = size === 0 ? Buffer.alloc(0) : (await greyPng(LARGEST * 2)).subarray(0, size);
    expect(outcome(await send({ name: 'a.png', bytes, type: 'image/png' }, version))).toEqual(refused(message));
    expect(await stored(service)).toEqual(before);
  });
});

describe('content', () => {
  let before: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    before = await stored(service);
  });
  afterEach(async () => expect(await stored(service)).toEqual(before));

  const html = Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(SMALLEST)}`);
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>${' '.repeat(SMALLEST)}`);

  test.each([
    ['HTML', { name: 'a.html', bytes: html, type: 'text/html' }],
    ['HTML as a picture', { name: 'a.png', bytes: html, type: 'image/png' }],
    ['SVG', { name: 'a.svg', bytes: svg, type: 'image/svg+xml' }],
    ['zeros', { name: 'a.png', bytes: Buffer.alloc(SMALLEST), type: 'image/png' }],
    ['a program', { name: 'a.png', bytes: padded(Buffer.from('7f454c46020101', 'hex'), SMALLEST), type: 'image/png' }],
    ['an archive', { name: 'a.zip', bytes: padded(Buffer.from('504b0304', 'hex'), SMALLEST) }],
    ['a video', { name: 'a.mp4', bytes: hollowVideo('isom', SMALLEST), type: 'video/mp4' }],
    ['any JSON', { name: 'a.json', bytes: Buffer.from(`{"a": [${'1,'.repeat(SMALLEST)}1]}`) }],
  ])('%s is refused', async (_, file) => {
    expect(outcome(await send(file))).toEqual(wrongType);
  });

  describe.each(['heic', 'heix', 'hevc', 'mif1', 'msf1', 'heim', 'heis', 'hevm', 'miaf'])(
    'a HEIF picture of the brand %s',
    (brand) => {
      test.each([
        ['x.heic', 'image/heic'],
        ['x.heic', 'application/octet-stream'],
        ['x.jpg', 'image/jpeg'],
        ['IMG_0001.HEIF', 'image/heif'],
        ['burst.heics', 'image/heic-sequence'],
        ['blob', ''],
        ['x.pdf', 'application/pdf'],
      ])('is refused as %s of the type %j, with the kinds that are taken', async (name, type) => {
        const bytes = await heif(brand);
        expect(outcome(await send({ name, bytes, type }))).toEqual(wrongType);
        // The file is too small as well, but the person needs another kind of file, not a larger one.
        expect(outcome(await send({ name, bytes: bytes.subarray(0, 4000), type }))).toEqual(wrongType);
        for (const [path, message] of [
          ['live_photos', 'must be a jpg or png file'],
          ['id_photos', 'must be a jpg, png or pdf file'],
        ] as const) {
          const { status, body } = await storyOf(service, 'v3.6').upload(path, { applicant_id }, { name, bytes, type });
          expect([path, status, body.error.fields]).toEqual([path, 422, { attachment_content_type: [message] }]);
        }
      });
    },
  );

  test.each(['gif', 'webp', 'tiff', 'avif'] as const)('%s is refused', async (format) => {
    const bytes = padded(
      await sharp(await stripes())
        .toFormat(format)
        .toBuffer(),
      LARGEST / 4,
    );
    expect(outcome(await send({ name: 'a.png', bytes, type: 'image/png' }))).toEqual(wrongType);
  });

  test('a claim that the bytes contradict is refused', async () => {
    const png = await greyPng();
    expect(outcome(await send({ name: 'a.png', bytes: png, type: 'application/pdf' }))).toEqual(
      refused('was sent with a content type that does not match its content (image/png)'),
    );
    expect(outcome(await send({ name: 'a.png', bytes: png, type: 'text/html' }))).toEqual(
      refused('was sent with a content type that does not match its content (image/png)'),
    );
    expect(outcome(await send({ name: 'a.pdf', bytes: png, type: 'image/png' }))).toEqual(
      refused('has a name that ends in .pdf but its content is image/png'),
    );
  });

  test('a picture that was cut off is refused', async () => {
    const png = await stripes();
    const jpeg = await sharp(png).jpeg({ quality: 100 }).toBuffer();
    for (const [name, whole] of [
      ['a.png', png],
      ['a.jpg', jpeg],
    ] as const) {
      const half = whole.subarray(0, Math.floor(whole.length * 0.7));
      expect(half.length).toBeGreaterThan(SMALLEST);
      expect(outcome(await send({ name, bytes: half }))).toEqual(corrupt);
    }
    // Zeros replace the missing bytes: a PNG has checksums, a JPEG decodes them as grey.
    const zeros = padded(png.subarray(0, png.length / 2), png.length);
    expect(outcome(await send({ name: 'a.png', bytes: zeros }))).toEqual(corrupt);
  });

  test('a picture whose bytes were damaged is refused', async () => {
    const bytes = await stripes();
    bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 200);
    expect(outcome(await send({ name: 'a.png', bytes }))).toEqual(corrupt);
  });

  test('a PDF needs its end', async () => {
    const whole = pdf(SMALLEST);
    for (const bytes of [whole.subarray(0, -8), whole.subarray(0, SMALLEST), padded(whole, SMALLEST * 3)]) {
      expect(outcome(await send({ name: 'a.pdf', bytes }))).toEqual(corrupt);
    }
  });

  test('a picture of more than 64 megapixels is refused before anything is decoded', async () => {
    for (const [width, height] of [
      [8001, 8000],
      [100_000, 100_000],
      [0xffffffff, 0xffffffff],
    ] as const) {
      const bytes = padded(hollowPng(width, height), SMALLEST);
      expect(outcome(await send({ name: 'a.png', bytes }))).toEqual(refused('must have at most 64 megapixels'));
    }
    expect(outcome(await send({ name: 'a.png', bytes: padded(hollowPng(8000, 8000), SMALLEST) }))).toEqual(corrupt);
  });

  test('a bomb of 64 megapixels in a small file is taken or refused, never an error of ours', async () => {
    const bytes = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#888' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const { status, body } = await send({ name: 'a.png', bytes: padded(bytes, Math.max(bytes.length, SMALLEST)) });
    expect(status).toBe(201);
    expect(body.file_type).toBe('png');
    before = await stored(service);
  });
});

test('a file that is a picture and a page at once is served as a picture only', async () => {
  const bytes = Buffer.concat([await greyJpeg(), Buffer.from('<script>alert(1)</script>')]);
  const { body } = await send({ name: 'a.jpg', bytes, type: 'image/jpeg' });
  const { headers, bytes: sent } = await service.get(body.download_href);
  expect(sent.equals(bytes)).toBe(true);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-disposition']).toMatch(/^attachment;/);
  const polyglot = await greyPng();
  expect(outcome(await send({ name: 'a.html', bytes: polyglot, type: 'text/html' })).status).toBe(422);
});

test('of two files the first counts', async () => {
  const [first, second] = [await greyPng(SMALLEST), await greyPng(SMALLEST + 1)];
  const body = form({ applicant_id, type: 'passport' }, { name: 'first.png', bytes: first });
  body.append('file', new Blob([new Uint8Array(second)]), 'second.png');
  body.append('file', new Blob([new Uint8Array(second)]), 'third.png');
  const before = await stored(service);
  const { status, body: document } = await service.post('/v3.6/documents', undefined, { form: body });
  expect([status, document.file_name, document.file_size]).toEqual([201, 'first.png', SMALLEST]);
  expect(await stored(service)).toEqual({ files: before.files + 1, rows: before.rows + 1 });
});

test('a refused upload leaves nothing, whatever it is refused for', async () => {
  const before = await stored(service);
  const file = { name: 'blur.png', bytes: await greyPng() };
  const story = storyOf(service, 'v3.6');
  const type = 'passport';
  const statuses = [
    await story.upload('documents', { applicant_id: 'unknown', type }, file),
    await story.upload('documents', { type }, file),
    await story.upload('documents', { applicant_id }, file),
    await story.upload('documents', { applicant_id, type, validate_image_quality: 'true' }, file),
    await story.upload('documents', { applicant_id, type, location: 'London' }, file),
    await story.upload('documents', { applicant_id, type }, file, { token: service.other.liveToken }),
    await story.upload('documents', { applicant_id, type }, file, { token: 'api_sandbox.nonsense' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 422, 422, 422, 422, 404, 401]);
  expect(await stored(service)).toEqual(before);
});
