import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { padded, SMALLEST, stripes } from './testing/files.ts';
import { animatedPng, blackPng, floodPng, lyingPng, pdfOf, scriptedPdf } from './testing/hostile.ts';
import { storyOf } from './testing/story.ts';

const service = useService({ settings: { analysis: 'on' } });

const live = () => ({ token: service.liveToken });
const story = () => storyOf(service, 'v3.6');
const large = (bytes: Buffer) => (bytes.length < SMALLEST ? padded(bytes, SMALLEST) : bytes);

/** A plain picture: only its encoding is odd. */
const plain = () => sharp({ create: { width: 640, height: 400, channels: 3, background: '#8090a0' } });

/** Analyses take seconds, and many times as long where two cores have more to do. */
const PATIENCE_MS = 120_000;

type Kind = 'image/jpeg' | 'image/png' | 'application/pdf';

const upload = (path: 'documents' | 'live_photos', applicant_id: string, type: Kind, bytes: Buffer) => {
  const name = `file.${{ 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' }[type]}`;
  const fields: Record<string, string> = path === 'documents' ? { type: 'passport', issuing_country: 'GBR' } : {};
  return story().upload(path, { applicant_id, ...fields }, { name, bytes, type }, live());
};

test.each<[string, Kind, () => Promise<Buffer>, string]>([
  ['nothing', 'image/png', async () => Buffer.alloc(0), 'must not be empty'],
  [
    'a JPEG that is cut short',
    'image/jpeg',
    async () =>
      (
        await sharp(await stripes())
          .jpeg({ quality: 100 })
          .toBuffer()
      ).subarray(0, 60_000),
    'is corrupt or incomplete',
  ],
  [
    'a picture whose pixels are cut short',
    'image/png',
    async () => (await stripes()).subarray(0, 200_000),
    'is corrupt or incomplete',
  ],
  ['a flood of pixels', 'image/png', async () => large(floodPng()), 'must have at most 64 megapixels'],
  [
    'a web page',
    'image/png',
    async () => Buffer.from(`<!doctype html><script>${'x'.repeat(SMALLEST)}</script>`),
    'must be a jpg, png, pdf or json file',
  ],
  ['half of a PDF', 'application/pdf', async () => scriptedPdf().subarray(0, 33_000), 'is corrupt'],
])('%s is refused as a document and as a live photo, and says why', async (_, type, make, reason) => {
  const applicant_id = await story().applicant({}, live());
  const bytes = await make();
  for (const [path, field] of [
    ['documents', 'file'],
    ['live_photos', 'attachment'],
  ] as const) {
    if (path === 'live_photos' && type === 'application/pdf') continue;
    const { status, body } = await upload(path, applicant_id, type, bytes);
    expect([status, body.error.type]).toEqual([422, 'validation_error']);
    const [[where, [message]]] = Object.entries(body.error.fields) as [[string, [string]]];
    expect(where).toContain(field);
    if (path === 'documents') expect(message).toContain(reason);
  }
  expect((await service.get(`/v3.6/documents?applicant_id=${applicant_id}`, live())).body.documents).toEqual([]);
});

test.each<[string, Kind, () => Promise<Buffer>]>([
  ['a picture of the most pixels', 'image/png', async () => large(blackPng(8000, 8000))],
  ['more pixels than it says', 'image/png', async () => large(lyingPng())],
  ['an animation', 'image/png', async () => large(animatedPng(1000))],
  ['a CMYK picture', 'image/jpeg', async () => large(await plain().toColourspace('cmyk').jpeg().toBuffer())],
  ['16 bits a colour', 'image/png', async () => large(await plain().toColourspace('rgb16').png().toBuffer())],
  [
    'a picture that is also a ZIP and a web page',
    'image/jpeg',
    async () => {
      const comment = Buffer.from('<script>alert(1)</script>');
      const jpeg = await plain().jpeg().toBuffer();
      const marker = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
      const zip = Buffer.concat([
        Buffer.from('504b0304', 'hex'),
        randomBytes(200),
        Buffer.from('504b0506', 'hex'),
        Buffer.alloc(18),
      ]);
      return large(Buffer.concat([jpeg.subarray(0, 2), marker, jpeg.subarray(2), zip]));
    },
  ],
  [
    'a PDF that wants a password',
    'application/pdf',
    async () => {
      const picture = await stripes();
      return pdfOf(1, (page) => page.image(picture, 0, 0), { userPassword: 'secret' });
    },
  ],
  ['a PDF of 10,000 pages', 'application/pdf', async () => pdfOf(10_000, (page) => page.text('Passport'))],
  ['a PDF with a script', 'application/pdf', async () => scriptedPdf()],
])('%s is refused, or its report is never clear', { timeout: PATIENCE_MS }, async (_, type, make) => {
  const address = { street: 'High Street', postcode: 'SW4 6EH', country: 'GBR' };
  const applicant_id = await story().applicant({ address }, live());
  const answer = await upload('documents', applicant_id, type, await make());
  if (answer.status !== 201) {
    expect([answer.status, answer.body.error.type]).toEqual([422, 'validation_error']);
    return;
  }
  const report_names = ['document', 'proof_of_address'];
  const { reports } = await story().completed({ applicant_id, report_names }, live());
  for (const { name, status, result } of reports) {
    const ended = status === 'complete' ? result : status;
    expect(['consider', 'awaiting_approval', 'withdrawn', 'cancelled'], `${name}: ${ended}`).toContain(ended);
  }
});

test('the service answers after all of them', async () => {
  expect((await service.get('/v3.6/ping', live())).status).toBe(200);
  const applicant_id = await story().applicant({}, live());
  expect((await upload('documents', applicant_id, 'image/png', await stripes())).status).toBe(201);
});
