import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { browserOf, checkWithForm } from '../../pages/form/testing/form.ts';
import type { SystemTx } from '../../store/store.ts';
import { type Call, useService } from '../../testing/service.ts';
import { greyPng, LARGEST, padded, SMALLEST, stripes } from '../v3/testing/files.ts';
import { form, type Sent, storyOf, unknownId } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService({ account: { image_quality: true } });

const none = { other_applicant: 0, origin: 0, format: 0, size: 0, unreadable: 0, quality: 0 };

const text: Sent = { name: 'a.png', bytes: padded(Buffer.from('Dear Sir or Madam'), SMALLEST), type: 'image/png' };
const tooSmall: Sent = { name: 'a.png', bytes: (await greyPng()).subarray(0, SMALLEST - 1), type: 'image/png' };
const tooLarge: Sent = { name: 'a.png', bytes: await greyPng(LARGEST + 1), type: 'image/png' };
const cutOff: Sent = { name: 'a.jpg', bytes: padded(Buffer.from('ffd8ffe0', 'hex'), SMALLEST), type: 'image/jpeg' };
const blurred: Sent = { name: 'blur.png', bytes: await stripes(6), type: 'image/png' };

let ada: Browser;
let stranger: Browser;
let story: ReturnType<typeof storyOf>;

beforeAll(() => {
  story = storyOf(service, 'v3.6');
});

/** A session is over by then. */
async function nextDay() {
  service.clock.advance(DAY_MS);
  ada = await signedIn(service, 'admin');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
}

beforeEach(nextDay);

/** Today's counts in the overviews of the account's environments, and of the other account's. */
async function counted() {
  const last = async (browser: Browser, path: string) => {
    const { day: _, ...counts } = (await browser.get(`${path}/overview`)).body.refused_uploads.at(-1);
    return counts;
  };
  const [own, other] = [`/accounts/${service.account.id}`, `/accounts/${service.other.id}`];
  return {
    sandbox: await last(ada, `${own}/sandbox`),
    live: await last(ada, `${own}/live`),
    others: [await last(stranger, `${other}/sandbox`), await last(stranger, `${other}/live`)],
  };
}

/** The counts of today, provided that all other counts are 0. */
const only = ({ sandbox = {}, live = {} }: { sandbox?: object; live?: object }) => ({
  sandbox: { ...none, ...sandbox },
  live: { ...none, ...live },
  others: [none, none],
});

/** Uploads a document and expects it to be refused; the message. */
async function refused(applicant_id: string, file: Sent, call: Call = {}): Promise<string> {
  const fields = { applicant_id, type: 'passport', validate_image_quality: 'true' };
  const { status, body } = await story.upload('documents', fields, file, call);
  expect(status).toBe(422);
  return Object.values<string[]>(body.error.fields)[0]?.[0] as string;
}

test.each(['sandbox', 'live'] as const)(
  'in %s an applicant counts once for each reason, on the day of the first',
  async (environment) => {
    const call = { token: environment === 'live' ? service.liveToken : service.sandboxToken };
    const jane = await story.applicant({}, call);
    const uploads: [Sent, string][] = [
      [text, 'must be a jpg, png, pdf or json file'],
      [tooSmall, 'must be at least 32 KB'],
      [tooLarge, 'must be at most 10 MB'],
      [{ ...text, bytes: Buffer.alloc(0) }, 'must not be empty'],
      [cutOff, 'is corrupt or incomplete'],
      [blurred, 'blur detected in image'],
    ];
    for (const [file, message] of [...uploads, ...uploads]) expect(await refused(jane, file, call)).toBe(message);
    const once = { format: 1, size: 1, unreadable: 1, quality: 1 };
    expect(await counted()).toEqual(only({ [environment]: once }));
    const { refused_uploads } = (await ada.get(`/accounts/${service.account.id}/${environment}/overview`)).body;
    expect(refused_uploads.at(-2)).toEqual({ day: expect.any(String), ...none });

    await nextDay();
    for (const [file] of uploads) await refused(jane, file, call);
    expect(await counted()).toEqual(only({}));
    await refused(await story.applicant({}, call), text, call);
    expect(await counted()).toEqual(only({ [environment]: { format: 1 } }));

    await ada.post('/session/proof', { password: PASSWORD });
    const erased = await ada.post(`/accounts/${service.account.id}/${environment}/applicants/${jane}/erase`, {});
    expect(erased.status).toBe(200);
    const after = (await ada.get(`/accounts/${service.account.id}/${environment}/overview`)).body.refused_uploads;
    expect(after.slice(-2).map(({ day: _, ...counts }: { day: string }) => counts)).toEqual([
      none,
      { ...none, format: 1 },
    ]);
  },
);

test('an upload counts for the applicant of its SDK token, of its path, of its page, or named after its file', async () => {
  const [sdkOnly, inPath, named] = (await Promise.all(Array.from({ length: 3 }, () => story.applicant()))) as [
    string,
    string,
    string,
  ];
  const sdk = await story.sdk(sdkOnly);
  expect((await story.upload('documents', { type: 'passport' }, text, sdk)).status).toBe(422);
  expect((await story.upload('snapshots', {}, text, sdk)).status).toBe(422);
  // The same applicant and reason.
  expect(await refused(sdkOnly, text)).toBe('must be a jpg, png, pdf or json file');
  expect(await counted()).toEqual(only({ sandbox: { format: 1 } }));
  const face = { ...blurred, name: 'two_faces.png' };
  expect((await story.upload('live_photos', {}, face, sdk)).body.error.fields).toEqual({
    face_detection: ['Multiple faces detected in image'],
  });
  expect(await counted()).toEqual(only({ sandbox: { format: 1, quality: 1 } }));

  const path = `/v2/applicants/${inPath}/documents`;
  expect((await service.call('POST', path, { form: form({ type: 'passport' }, tooSmall) })).status).toBe(422);
  const fileFirst = form({}, tooLarge);
  for (const [name, value] of [
    ['type', 'passport'],
    ['applicant_id', named],
  ] as const)
    fileFirst.append(name, value);
  const late = await service.call('POST', '/v3.6/documents', { form: fileFirst });
  expect(late.body.error.fields).toEqual({ file: ['must be at most 10 MB'] });
  expect(await counted()).toEqual(only({ sandbox: { format: 1, quality: 1, size: 2 } }));

  const asked = await checkWithForm(
    service,
    ['facial_similarity_photo', 'document'],
    {},
    { person: { last_name: 'Page' } },
  );
  const page = browserOf(service, asked.form_uri);
  // As browsers send a page on which no file was chosen.
  const part = 'content-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream';
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' };
  const raw = `--x\r\n${part}\r\n\r\n\r\n--x--\r\n`;
  expect((await page.post('photo', {}, { raw, headers, form: undefined as never })).status).toBe(422);
  expect(await counted()).toEqual(only({ sandbox: { format: 1, quality: 1, size: 2 } }));
  expect((await page.upload('photo', cutOff)).status).toBe(422);
  expect((await page.upload('photo', { name: 'no_face.png' })).status).toBe(422);
  expect(await counted()).toEqual(only({ sandbox: { format: 1, quality: 2, size: 2, unreadable: 1 } }));
});

test('a token of another applicant, or from another page, counts for the applicant in both environments', async () => {
  for (const call of [{}, { token: service.liveToken }]) {
    const [mine, theirs] = [await story.applicant({}, call), await story.applicant({}, call)];
    const sdk = await story.sdk(mine, call);
    const fields = { applicant_id: theirs, type: 'passport' };
    const sharp: Sent = { name: 'a.png', bytes: await stripes(), type: 'image/png' };
    expect((await story.upload('documents', fields, sharp, sdk)).status).toBe(422);
    const { body } = await service.post(
      '/v3.6/sdk_token',
      { applicant_id: mine, referrer: 'https://shop.example/*' },
      call,
    );
    const headers = { authorization: `Bearer ${body.token}`, origin: 'https://evil.example' };
    expect((await story.upload('documents', { type: 'passport' }, sharp, { token: null, headers })).status).toBe(401);
  }
  const each = { other_applicant: 1, origin: 1 };
  expect(await counted()).toEqual(only({ sandbox: each, live: each }));
});

test('nothing is noted for an applicant who is not there, nor of an upload that is refused for something else', async () => {
  const deleted = await story.applicant();
  expect((await service.del(`/v3.6/applicants/${deleted}`)).status).toBe(204);
  const foreign = await story.applicant({}, { token: service.other.sandboxToken });
  const live = await story.applicant({}, { token: service.liveToken });
  for (const applicant of [deleted, foreign, live, unknownId, 'x'.repeat(60_000), '']) await refused(applicant, text);
  const nested = { 'applicant_id[id]': live, type: 'passport' };
  expect((await story.upload('documents', nested, text)).status).toBe(422);
  const applicant = await story.applicant();
  expect((await story.upload('documents', { applicant_id: applicant, type: 'passport' })).status).toBe(422);
  expect(
    (await story.upload('documents', { applicant_id: applicant, type: 'horoscope' }, { ...blurred, name: 'a.png' }))
      .status,
  ).toBe(422);
  expect(await counted()).toEqual(only({}));
});

test('an upload is refused in the same words where that can not be noted', async () => {
  const applicant = await story.applicant();
  const { store } = service.services;
  const transaction = store.transaction.bind(store);
  const failing = async (_: (tx: SystemTx) => Promise<unknown>) => {
    throw new Error('the disk is broken');
  };
  Object.assign(store, { transaction: failing });
  const message = await refused(applicant, text);
  Object.assign(store, { transaction });
  expect(message).toBe('must be a jpg, png, pdf or json file');
  expect(await counted()).toEqual(only({}));
  expect(await refused(applicant, text)).toBe(message);
  expect(await counted()).toEqual(only({ sandbox: { format: 1 } }));
});
