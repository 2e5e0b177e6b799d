import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../base/clock.ts';
import { filesIn } from '../../exports/testing/files-in.ts';
import { useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { filesUnder, filesWith, stored } from '../v3/testing/disk.ts';
import { greyJpeg, greyPng, LARGEST } from '../v3/testing/files.ts';
import { form, type Sent, storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
let adam: Member;
let rita: Member;
let otto: Member;
let auditor: Member;
let dev: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.account.liveToken });
const person = () => story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, live());
const text = (name: string, content: string | Buffer, type = 'text/plain'): Sent => ({
  name,
  bytes: Buffer.from(content),
  type,
});

const attach = (who: Browser, applicant: string, file: Sent, remark?: string, place = at()) =>
  who.call('POST', `${place}/applicants/${applicant}/case_files`, undefined, {
    form: form(remark === undefined ? {} : { remark }, file),
  });
const open = (who: Browser, applicant: string, file: string, place = at()) =>
  who.get(`${place}/applicants/${applicant}/case_files/${file}`);
const remove = (who: Browser, applicant: string, file: string, place = at()) =>
  who.del(`${place}/applicants/${applicant}/case_files/${file}`);
const pageOf = async (applicant: string, who: Browser = rita) =>
  (await who.get(`${at()}/applicants/${applicant}`)).body;
const caseOf = async (applicant: string, who: Browser = rita) => (await pageOf(applicant, who)).case;

/** The audit entries about the files of an applicant, the oldest first. */
async function auditOf(applicant: string) {
  const { entries } = (await adam.get(`/accounts/${service.account.id}/audit?object=${applicant}`)).body;
  return entries
    .filter(({ action }: { action: string }) => action.startsWith('case_file_'))
    .map(({ action, actor, details }: Record<string, { id: string }>) => [action, actor?.id, details])
    .reverse();
}

/** A small PDF with both ends. */
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n');

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  dev = await signedIn(service, 'developer', { name: 'Dora' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

test('members attach files to a case, download them, and remove them', async () => {
  const ada = await person();
  const words = 'She called: the bank confirms the transfer of 12 € on Monday.\n';
  const attached = await attach(rita, ada, text('call.txt', words), ' Call of 14 January ');
  expect(attached.status, attached.bytes.toString()).toBe(201);
  service.clock.advance(60_000);
  const picture = { name: 'Kontoauszug März.png', bytes: await greyPng(), type: 'image/png' };
  await attach(otto, ada, picture);
  // The same content again is a file of its own.
  service.clock.advance(60_000);
  expect((await attach(otto, ada, text('call.txt', words))).status).toBe(201);

  const { files, entries } = await caseOf(ada, auditor);
  const [again, second, first] = files;
  expect(files).toEqual([
    {
      id: expect.any(String),
      name: 'call.txt',
      media_type: 'text/plain',
      size: Buffer.byteLength(words),
      remark: '',
      created_at: again.created_at,
      author: { id: otto.id, name: 'Otto' },
    },
    {
      id: expect.any(String),
      name: 'Kontoauszug März.png',
      media_type: 'image/png',
      size: picture.bytes.length,
      remark: '',
      created_at: second.created_at,
      author: { id: otto.id, name: 'Otto' },
    },
    {
      id: attached.body.files[0].id,
      name: 'call.txt',
      media_type: 'text/plain',
      size: Buffer.byteLength(words),
      remark: 'Call of 14 January',
      created_at: first.created_at,
      author: { id: rita.id, name: 'Rita' },
    },
  ]);
  expect(Date.parse(again.created_at) - Date.parse(first.created_at)).toBe(120_000);
  expect(entries.map(({ file, author }: Record<string, { name: string }>) => [file, author?.name])).toEqual([
    [{ id: again.id, event: 'attached' }, 'Otto'],
    [{ id: second.id, event: 'attached' }, 'Otto'],
    [{ id: first.id, event: 'attached' }, 'Rita'],
  ]);
  // Uploads of the person don't include files of the case, and no other route opens them.
  expect((await pageOf(ada)).media).toEqual([]);
  expect((await rita.get(`${at()}/media/${first.id}?size=original`)).status).toBe(404);
  expect((await rita.get(`${at()}/media/${second.id}`)).status).toBe(404);

  const down = await open(rita, ada, first.id);
  expect([down.status, down.bytes.toString()]).toEqual([200, words]);
  expect(down.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="call.txt"',
    'content-length': String(Buffer.byteLength(words)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const image = await open(otto, ada, second.id);
  expect([image.headers['content-disposition'], image.bytes.equals(picture.bytes)]).toEqual([
    ...[`attachment; filename*=UTF-8''Kontoauszug%20M%C3%A4rz.png; filename="Kontoauszug_M_rz.png"`, true],
  ]);

  // A reviewer removes what the reviewer attached; an administrator removes all.
  service.clock.advance(60_000);
  const refused = await remove(rita, ada, second.id);
  expect([refused.status, refused.body.error.type]).toEqual([403, 'not_permitted']);
  expect((await remove(rita, ada, first.id)).body.files.map(({ id }: { id: string }) => id)).toEqual([
    ...[again.id, second.id],
  ]);
  service.clock.advance(60_000);
  expect((await remove(adam, ada, second.id)).status).toBe(200);
  for (const file of [first.id, second.id]) {
    expect((await open(rita, ada, file)).status).toBe(404);
    expect((await remove(adam, ada, file)).status).toBe(404);
  }
  await service.settle();
  expect(await stored(service)).toEqual({ files: 1, rows: 1 });
  expect(await auditOf(ada)).toEqual([
    ['case_file_attached', rita.id, { file_id: first.id }],
    ['case_file_attached', otto.id, { file_id: second.id }],
    ['case_file_attached', otto.id, { file_id: again.id }],
    ['case_file_downloaded', rita.id, { file_id: first.id }],
    ['case_file_downloaded', otto.id, { file_id: second.id }],
    ['case_file_removed', rita.id, { file_id: first.id }],
    ['case_file_removed', adam.id, { file_id: second.id }],
  ]);
  // The timeline names all of it to members who don't see the audit log of others, too.
  const { history } = await pageOf(ada, otto);
  const about = history.filter(({ what }: { what: string }) => what === 'case_file');
  expect(about.map(({ kind, by_name }: Record<string, string>) => [kind, by_name])).toEqual([
    ['created', 'Rita'],
    ['created', 'Otto'],
    ['created', 'Otto'],
    ['removed', 'Rita'],
    ['removed', 'Adam'],
  ]);
  expect((await adam.post(`${at()}/applicants/${ada}/erase`, { force: true })).body.counts).toMatchObject({
    applicant: 1,
    case_file: 1,
    case_entry: 5,
  });
  await service.settle();
  expect(await stored(service)).toEqual({ files: 0, rows: 0 });
  expect((await open(rita, ada, again.id)).status).toBe(410);
  expect((await attach(rita, ada, text('late.txt', 'Too late'))).status).toBe(410);
});

test('the content decides the type of a file, and its name follows', async () => {
  const ada = await person();
  const refusals = [
    [text('empty.txt', ''), 'must not be empty'],
    [text('latin.txt', Buffer.from([0x67, 0x72, 0xfc, 0xdf, 0x65])), 'must be a pdf, jpg, png or txt file'],
    [text('a.txt', 'a\u0000b'), 'must be a pdf, jpg, png or txt file'],
    // Only later bytes are binary.
    [text('b.txt', Buffer.concat([Buffer.alloc(8000, 'a'), Buffer.from([0xff])])), 'is not text in UTF-8'],
    [text('c.txt', Buffer.concat([Buffer.alloc(8000, 'a'), Buffer.from([0xe2, 0x82])])), 'is not text in UTF-8'],
    [
      text('a.pdf', 'Only a name', 'application/pdf'),
      'was sent with a content type that does not match its content (text/plain)',
    ],
    [text('half.pdf', '%PDF-1.7\nbroken off', 'application/pdf'), 'is corrupt or incomplete'],
    [
      text('page.pdf', pdf, 'text/html'),
      'was sent with a content type that does not match its content (application/pdf)',
    ],
    [text('run.exe', Buffer.from('MZ\u0090\u0000'), ''), 'must be a pdf, jpg, png or txt file'],
    [text('big.txt', Buffer.alloc(LARGEST + 1, 'a')), 'must be at most 10 MB'],
    [text('chip.json', '{"dg1": [1]}', 'application/json'), 'must be a pdf, jpg, png or txt file'],
  ] as const;
  for (const [file, message] of refusals) {
    const { status, body } = await attach(rita, ada, file);
    expect([file.name, status, body.error.fields]).toEqual([file.name, 422, { file: [message] }]);
  }
  const missing = await rita.call('POST', `${at()}/applicants/${ada}/case_files`, undefined, { form: form({}) });
  expect([missing.status, missing.body.error.fields]).toEqual([422, { file: ["can't be blank"] }]);
  expect((await attach(rita, ada, text('a.txt', 'a'), 'x'.repeat(501))).status).toBe(422);
  await service.settle();
  expect(await stored(service)).toEqual({ files: 0, rows: 0 });

  // Uploads of the applicant know no text, whatever its name is.
  const png = await greyPng();
  const call = live();
  const document = form({ applicant_id: ada, type: 'passport' }, { name: 'scan.txt', bytes: png, type: 'image/png' });
  expect((await service.call('POST', '/v3.6/documents', { ...call, form: document })).status).toBe(201);

  const kept = [
    [text('page.html', '<script>alert(1)</script>', 'text/plain'), 'page.html.txt', 'text/plain'],
    [text('..\\..\\NOTES.TXT', 'a', ''), 'NOTES.TXT', 'text/plain'],
    [{ name: 'scan.png', bytes: await greyJpeg(), type: 'image/png' }, 'scan.png.jpg', 'image/jpeg'],
    [{ name: 'letter', bytes: pdf, type: 'application/pdf' }, 'letter.pdf', 'application/pdf'],
    [text('at the limit.txt', Buffer.alloc(LARGEST, 'a')), 'at the limit.txt', 'text/plain'],
  ] as const;
  for (const [file, name, mediaType] of kept) {
    const { status, body, bytes } = await attach(rita, ada, file);
    expect(status, bytes.toString()).toBe(201);
    const [newest] = body.files;
    expect([newest.name, newest.media_type]).toEqual([name, mediaType]);
    service.clock.advance(1000);
  }
});

test('files of a case leave with both exports, and lie sealed on the disk', async () => {
  const ada = await person();
  const secret = 'The account number is 12345678.';
  const { files } = (await attach(rita, ada, text('bank.txt', secret), 'From the bank')).body;
  const [{ id, created_at }] = files;
  expect(filesWith(service, Buffer.from(secret))).toEqual([]);
  expect(filesWith(service, Buffer.from('bank.txt'))).toEqual([]);
  await adam.post('/session/proof', { password: PASSWORD });
  const listed = {
    id,
    file_name: 'bank.txt',
    media_type: 'text/plain',
    file_size: 31,
    remark: 'From the bank',
    author: 'Rita',
    created_at,
    path: `case_files/${id}.txt`,
  };
  const whole = filesIn((await adam.get(`${at()}/applicants/${ada}/case_export`)).bytes);
  expect(JSON.parse(String(whole.get('case.json'))).files).toEqual([listed]);
  expect(String(whole.get(`case_files/${id}.txt`))).toBe(secret);
  const { files: hashed } = JSON.parse(String(whole.get('manifest.json')));
  expect(hashed.map(({ name }: { name: string }) => name)).toContain(`case_files/${id}.txt`);
  const own = filesIn((await adam.get(`${at()}/applicants/${ada}/export`)).bytes);
  expect(JSON.parse(String(own.get('case_files.json')))).toEqual([listed]);
  expect(String(own.get(`case_files/${id}.txt`))).toBe(secret);
  expect(JSON.parse(String(own.get('uploads.json')))).toEqual([]);
});

test('the sweep of the storage spares files of cases, and takes a file whose row was never written', async () => {
  const ada = await person();
  const [{ id }] = (await attach(rita, ada, text('kept.txt', 'kept'))).body.files;
  await service.services.storage.put(
    { account: service.account.id, mediaId: randomUUID() },
    (async function* () {
      yield Buffer.from('killed before the row');
    })(),
  );
  const time = new Date(service.clock.now() - HOUR_MS - 1000);
  for (const file of filesUnder(join(service.data, 'media'))) utimesSync(file, time, time);
  expect(await upkeep(service.services)).toMatchObject({ forgottenObjects: 1, missingObjects: 0 });
  expect((await open(rita, ada, id)).bytes.toString()).toBe('kept');
});

test('a case has at most 100 files', async () => {
  const ada = await person();
  for (let n = 0; n < 100; n += 1) expect((await attach(rita, ada, text(`${n}.txt`, 'a'))).status).toBe(201);
  const before = await stored(service);
  const refused = await attach(rita, ada, text('more.txt', 'a'));
  expect([refused.status, refused.body.error.fields]).toEqual([
    ...[422, { file: ['is one too many: a case has at most 100 files'] }],
  ]);
  expect(await stored(service)).toEqual(before);
  // They don't count among the files that capture SDKs may add.
  const sdk = await story.sdk(ada, live());
  const photo = form({}, { name: 'face.jpg', bytes: await greyJpeg(), type: 'image/jpeg' });
  expect((await service.call('POST', '/v3.6/live_photos', { ...sdk, form: photo })).status).toBe(201);
});

test('only roles with personal data see files, and only in their account and environment', async () => {
  const ada = await person();
  const [{ id }] = (await attach(rita, ada, text('mine.txt', 'mine'))).body.files;
  // Auditors see that there is a file, and developers see nothing of it.
  expect((await caseOf(ada, auditor)).files.map(({ name }: { name: string }) => name)).toEqual(['mine.txt']);
  expect((await open(auditor, ada, id)).status).toBe(403);
  expect((await dev.get(`${at()}/applicants/${ada}`)).status).toBe(403);
  const states = await dev.get(`${at()}/applicants/${ada}/states`);
  expect([states.status, states.bytes.toString().includes('mine')]).toEqual([200, false]);
  expect((await open(dev, ada, id)).status).toBe(403);
  for (const who of [auditor, dev]) {
    expect((await attach(who, ada, text('no.txt', 'no'))).status).toBe(403);
    expect((await remove(who, ada, id)).status).toBe(403);
  }
  // Another applicant's case has no such file.
  const eva = await person();
  expect([(await open(rita, eva, id)).status, (await remove(adam, eva, id)).status]).toEqual([404, 404]);
  for (const [who, place] of [
    [adam, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await attach(who, ada, text('no.txt', 'no'), undefined, place)).status).toBe(404);
    expect((await open(who, ada, id, place)).status).toBe(404);
    expect((await remove(who, ada, id, place)).status).toBe(404);
  }
  expect((await open(rita, ada, id)).bytes.toString()).toBe('mine');
});
