import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../api/dashboard/testing/browser.ts';
import { greyJpeg } from '../../api/v3/testing/files.ts';
import { gone, storyOf, unknownId } from '../../api/v3/testing/story.ts';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import { browserOf, receivedOn, titleOf } from '../../pages/form/testing/form.ts';
import { reportType } from '../../reports/index.ts';
import { clear, doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { type Call, useService } from '../../testing/service.ts';

const service = useService({ settings: { analysis: 'on' } });
const story = () => storyOf(service, 'v3.6');

const QUALITY = 'image_integrity.image_quality';
const FONTS = 'visual_authenticity.fonts';
/** The leaf that the analysis of a report finds. */
const leafOf = (name: string): string =>
  name === 'facial_similarity_photo' ? 'image_integrity.face_detected' : QUALITY;
const names = ['document', 'facial_similarity_photo', 'proof_of_address'] as const;
const types = names.map((name) => reportType(name) as { process?: ReportProcessor });
const processors = types.map(({ process }) => process);

/** Media of each analysis of a report, and whether the next analysis is in doubt. */
let analysed: (readonly string[])[];
let inDoubt: boolean;
let fontsInDoubt: boolean;

let account: Awaited<ReturnType<typeof service.makeAccount>>;
let rita: Browser & { id: string };

beforeAll(() => {
  // Stands for the analysis: what it looked at, and one leaf.
  const processor =
    (name: (typeof names)[number]): ReportProcessor =>
    async ({ media }, { decision }) => {
      const { documentIds = [], livePhotos, documents } = media;
      if (name === 'facial_similarity_photo') analysed.push(livePhotos.map(({ id }) => id));
      else analysed.push(name === 'document' ? [...documentIds] : documents.map(({ id }) => id));
      const leaf = inDoubt ? doubtful('Blurred') : clear('Sharp');
      const fonts: LeafFindings = fontsInDoubt ? { [FONTS]: doubtful('Unclear') } : {};
      return verdictOf(reportType(name), { leaves: { [leafOf(name)]: leaf, ...fonts }, properties: {} }, decision);
    };
  for (const [index, name] of names.entries()) types[index]!.process = processor(name);
});
afterAll(() => {
  for (const [index, process] of processors.entries()) {
    if (process) types[index]!.process = process;
    else delete types[index]!.process;
  }
});
beforeEach(async () => {
  analysed = [];
  inDoubt = true;
  fontsInDoubt = false;
  account = await service.makeAccount(`Ask ${service.clock.now()}`, { image_quality: false, pausing: false });
  rita = await signedIn(service, 'reviewer', { account: account.id, name: 'Rita' });
});

const live = (): Call => ({ token: account.liveToken });
const place = () => `/accounts/${account.id}/live`;
const queue = async () => (await rita.get(`${place()}/queue`)).body.reports.map(({ id }: { id: string }) => id);
const waiting = async () => (await rita.get(`${place()}/queue/information_requests`)).body;
const reportNow = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;
const ask = (report: string, body: object) => rita.post(`${place()}/reports/${report}/information_requests`, body);
const actions = async (report: string) => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${account.id}/audit?object=${report}`;
  const { body } = await service.get(path, { token: null, headers });
  return body.entries.map(({ action }: { action: string }) => action);
};

/** Uploads a photo without a face, as a client may. */
async function selfieOf(applicant_id: string): Promise<string> {
  const file = { name: 'face.jpg', bytes: await greyJpeg(), type: 'image/jpeg' };
  const { body } = await story().upload('live_photos', { applicant_id, advanced_validation: 'false' }, file, live());
  return body.id;
}

interface Begun {
  readonly applicant: string;
  readonly check: string;
  readonly report: string;
  readonly front: string;
}

/** A check on the front of a licence whose report waits for a reviewer. */
async function begin(report_names: string[] = ['document'], person: object = {}): Promise<Begun> {
  const applicant = await story().applicant(
    { email: 'jane@example.com', phone_number: '+447700900123', ...person },
    live(),
  );
  const front = await story().document(applicant, { type: 'driving_licence', side: 'front' }, live());
  if (report_names.includes('facial_similarity_photo')) await selfieOf(applicant);
  const { body } = await story().check({ applicant_id: applicant, report_names }, live());
  await service.settle();
  return { applicant, check: body.id, report: body.report_ids.at(-1), front };
}

const textOfMail = async () => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const { body } = await service.get(`/operator/v1/mails?account_id=${account.id}`, { token: null, headers });
  const [{ id, kind }] = body.mails;
  const mail = await service.get(`/operator/v1/accounts/${account.id}/mails/${id}`, { token: null, headers });
  return { kind, text: mail.body.text as string, n: body.mails.length as number };
};

test('a report waits for the applicant outside of the queue, and is analysed again with the answer', async () => {
  const { report, front } = await begin();
  expect(await queue()).toEqual([report]);
  await rita.post(`${place()}/reports/${report}/claim`);
  const decided = { leaves: { 'image_integrity.colour_picture': 'clear' }, note: 'In colour' };
  expect((await rita.post(`${place()}/reports/${report}/decide`, decided)).status).toBe(422);

  const options = (await rita.get(`${place()}/reports/${report}/information_requests`)).body;
  expect(options).toMatchObject({
    items: ['document_front', 'document_back', 'document', 'credential'],
    language: 'en',
    email: 'jane@example.com',
    phone_number: '+447700900123',
    requests: [],
  });
  const german = options.messages.find(({ language }: { language: string }) => language === 'de').message;
  const message = `${german}\nDie Rückseite fehlt.`;
  const { status, body: asked } = await ask(report, {
    items: ['document_back'],
    message,
    language: 'de',
    send_by: 'email',
  });
  expect([status, asked.status, asked.items]).toEqual([201, 'open', ['document_back']]);
  expect(await reportNow(report)).toMatchObject({ status: 'awaiting_data', result: null });
  expect(await queue()).toEqual([]);
  expect(await waiting()).toEqual({
    reports: [
      {
        id: asked.id,
        report_id: report,
        check_id: asked.check_id,
        applicant_id: asked.applicant_id,
        applicant_name: 'Jane Doe',
        name: 'document',
        items: ['document_back'],
        created_at: asked.created_at,
        expires_at: new Date(service.clock.now() + 7 * DAY_MS).toISOString().replace('.000', ''),
        by: 'Rita',
      },
    ],
    next: null,
    total: 1,
  });
  await service.settle();
  const mail = await textOfMail();
  expect(mail.kind).toBe('information_request');
  expect(mail.text).toContain('Die Rückseite fehlt.');
  expect(mail.text).toContain('Der Link gilt bis zum 22. Januar 2026 um 09:30 UTC.');
  expect(mail.text).toContain(asked.url);
  // No analysis while the report waits, and no decision.
  expect(analysed).toEqual([[front]]);
  const early = { result: 'clear', note: 'Too early' };
  expect((await rita.post(`${place()}/reports/${report}/decide`, early)).body.error.fields).toEqual({
    status: ["a report with the status awaiting_data can't be decided"],
  });

  inDoubt = false;
  const page = browserOf(service, asked.url);
  const first = await page.get('', { headers: { 'accept-language': 'fr' } });
  expect([first.status, first.body.includes('Die Rückseite fehlt.')]).toEqual([200, true]);
  expect(page.ledTo(await page.upload('back', { name: 'back.png' }))).toBe('');
  const sent = await page.get();
  expect([titleOf(sent), receivedOn(sent)]).toEqual(['Gesendet', ['Ausweisdokument']]);
  expect(sent.body).toContain(`Referenz: ${asked.applicant_id.slice(0, 13)}</p>`);
  await service.settle();
  const after = await reportNow(report);
  const back = after.documents[1].id;
  expect(after).toMatchObject({ status: 'complete', result: 'clear', documents: [{ id: front }, { id: back }] });
  expect(analysed).toEqual([[front], [front, back]]);
  const documents = await service.get(`/v3.6/documents?applicant_id=${asked.applicant_id}`, live());
  expect(documents.body.documents.map(({ id }: { id: string }) => id)).toEqual([back, front]);
  const ended = (await rita.get(`${place()}/reports/${report}/information_requests`)).body.requests;
  expect(ended).toMatchObject([{ status: 'answered', media_ids: [back], url: null, by: 'Rita' }]);
  expect((await waiting()).total).toBe(0);
  expect((await actions(report)).filter((action: string) => action.startsWith('applicant_'))).toEqual([
    'applicant_answered',
    'applicant_asked',
  ]);

  // Nothing more is taken.
  expect(page.ledTo(await page.upload('back', { name: 'late.png' }))).toBe('');
  const path = `/v3.6/information_requests/${asked.id}`;
  const other = { token: service.other.liveToken };
  expect((await service.get(path, other)).status).toBe(404);
  expect((await service.post(`${path}/cancel`, {}, other)).status).toBe(404);
  expect((await service.get(path, { token: account.sandboxToken })).status).toBe(404);
  expect((await service.get(path.replace('v3.6', 'v3.2'), live())).status).toBe(404);
});

test('without an answer the report returns to the queue, after two reminders, and nothing is decided', async () => {
  const { report, applicant } = await begin();
  const { body: asked } = await ask(report, { items: ['document_front'], send_by: 'sms' });
  const start = service.clock.now();
  const messages = async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const { body } = await service.get(`/operator/v1/messages?account_id=${account.id}`, { token: null, headers });
    return body.messages.map(({ kind }: { kind: string }) => kind);
  };
  await service.settle();
  expect(await messages()).toEqual(['information_request']);
  for (const [at, n] of [
    [3.5 * DAY_MS - 1, 1],
    [3.5 * DAY_MS, 2],
    [6 * DAY_MS, 3],
  ] as const) {
    service.clock.advance(start + at - service.clock.now());
    await service.settle();
    expect((await messages()).length).toBe(n);
  }
  // The session of days ago has ended.
  rita = await signedIn(service, 'reviewer', { account: account.id, name: 'Rita' });
  expect(await queue()).toEqual([]);
  const page = browserOf(service, asked.url);
  service.clock.advance(start + 7 * DAY_MS - service.clock.now());
  // The link ends with its time, also before the job has run.
  expect((await page.get()).status).toBe(410);
  await service.settle();
  rita = await signedIn(service, 'reviewer', { account: account.id, name: 'Rita' });
  expect(await queue()).toEqual([report]);
  expect(await reportNow(report)).toMatchObject({ status: 'awaiting_approval', result: null });
  const [ended] = (await rita.get(`${place()}/reports/${report}/information_requests`)).body.requests;
  expect([ended.status, ended.reminded_at.length]).toEqual(['expired', 2]);
  expect((await actions(report)).slice(0, 3)).toEqual([
    'information_request_expired',
    'applicant_reminded',
    'applicant_reminded',
  ]);
  expect(analysed.length).toBe(1);
  // The applicant can be deleted while a report waits for them: the request ends with the check.
  await ask(report, { items: ['document_front'] });
  expect((await service.call('DELETE', `/v3.6/applicants/${applicant}`, live())).status).toBe(204);
  expect((await page.get()).status).toBe(gone.status);
});

test('a reviewer cancels a request, and asks for something else', async () => {
  const { report } = await begin();
  const { body: asked } = await ask(report, { items: ['document_front', 'document_back'] });
  expect((await ask(report, { items: ['document_front'] })).body.error.fields).toEqual({
    status: ["the applicant can't be asked while it is awaiting_data. Ask while the report awaits approval"],
  });
  const cancel = `${place()}/information_requests/${asked.id}/cancel`;
  expect((await rita.post(cancel)).body.status).toBe('cancelled');
  expect((await rita.post(cancel)).body.error.fields).toEqual({ status: ['the request has ended already'] });
  expect(await queue()).toEqual([report]);
  expect((await browserOf(service, asked.url).get()).status).toBe(410);
  expect((await ask(report, { items: ['photo'] })).body.error.fields).toEqual({
    items: ['photo is of no use to this report. It can use document_front, document_back, document, credential'],
  });
  expect((await ask(unknownId, { items: ['photo'] })).status).toBe(404);
  expect((await rita.post(`${place()}/information_requests/${unknownId}/cancel`)).status).toBe(404);

  const { body: again } = await ask(report, { items: ['document'] });
  const page = browserOf(service, again.url);
  const passport = 'document/front?type=passport&issuing_country=GBR';
  expect(page.ledTo(await page.upload(passport, { name: 'passport.png' }))).toBe('');
  await service.settle();
  const [{ id }] = (await reportNow(report)).documents;
  expect(analysed.at(-1)).toEqual([id]);
  expect((await reportNow(report)).status).toBe('awaiting_approval');
});

test('decisions and findings on the earlier evidence stay with it, and decide nothing about the new one', async () => {
  fontsInDoubt = true;
  const { report, front } = await begin();
  const decide = (body: object) => rita.post(`${place()}/reports/${report}/decide`, { note: 'Seen', ...body });
  expect((await decide({ leaves: { [QUALITY]: 'clear' } })).body.doubts).toEqual([FONTS]);
  const { body: asked } = await ask(report, { items: ['document_front'] });
  await browserOf(service, asked.url).upload('front', { name: 'front.png' });
  await service.settle();
  const whole = (await rita.get(`${place()}/reports/${report}`)).body;
  expect([whole.doubts.toSorted(), whole.decisions]).toEqual([[QUALITY, FONTS], []]);
  expect(whole.rounds).toMatchObject([
    {
      request_id: asked.id,
      ended_at: asked.created_at,
      media: { documents: [{ id: front }] },
      failure: null,
      decisions: [{ note: 'Seen', leaves: { [QUALITY]: 'clear' } }],
    },
  ]);
  expect(whole.rounds[0].leaves[FONTS].reason).toBe('Unclear');
  expect((await decide({ leaves: { [QUALITY]: 'clear', [FONTS]: 'clear' } })).body.status).toBe('complete');
  const other = await signedIn(service, 'admin', { account: service.other.id });
  expect((await other.get(`${place()}/reports/${report}/information_requests`)).status).toBe(404);
  const sandbox = await rita.get(`/accounts/${account.id}/sandbox/reports/${report}/information_requests`);
  expect(sandbox.status).toBe(404);
});

test('a new picture of the document is compared with the face by a reviewer', async () => {
  inDoubt = false;
  const { check, applicant } = await begin(['facial_similarity_photo', 'document']);
  const done = (await service.get(`/v3.6/reports?check_id=${check}`, live())).body.reports;
  expect(done.map(({ status }: { status: string }) => status)).toEqual(['complete', 'complete']);

  inDoubt = true;
  const { body } = await story().check(
    { applicant_id: applicant, report_names: ['facial_similarity_photo', 'document'] },
    live(),
  );
  await service.settle();
  const reports = (await service.get(`/v3.6/reports?check_id=${body.id}`, live())).body.reports;
  const idOf = (name: string) => reports.find((one: { name: string }) => one.name === name).id;
  expect(reports.map(({ status }: { status: string }) => status)).toEqual(['awaiting_approval', 'awaiting_approval']);
  const face = (await ask(idOf('facial_similarity_photo'), { items: ['photo'] })).body;
  const document = (await ask(idOf('document'), { items: ['document_front'] })).body;
  inDoubt = false;
  analysed = [];
  const selfie = browserOf(service, face.url);
  // A photo without a face is refused on the page; a client's own upload answers, too.
  expect((await selfie.upload('photo', { name: 'face.jpg', type: 'image/jpeg' })).status).toBe(422);
  const photo = await selfieOf(applicant);
  expect(selfie.ledTo(await selfie.post(''))).toBe('');
  await service.settle();
  const compared = await reportNow(idOf('facial_similarity_photo'));
  expect([compared.status, compared.result]).toEqual(['complete', 'clear']);
  expect(compared.live_photos).toEqual([{ id: photo }]);
  expect(analysed.at(-1)).toContain(photo);
  await browserOf(service, document.url).upload('front', { name: 'front.png' });
  await service.settle();
  expect((await reportNow(idOf('document'))).status).toBe('awaiting_approval');
  const [shown] = (await rita.get(`${place()}/queue`)).body.reports;
  expect([shown.id, shown.doubt]).toEqual([idOf('document'), 'person']);
});

test('a client asks for another proof of address, hands the link on, and gets the events', async () => {
  const { report, front } = await begin(['proof_of_address'], {
    address: { street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
  });
  const body = { items: ['proof_of_address'], expires_in_hours: 1 };
  const path = `/v3.6/reports/${report}/information_requests`;
  const before = (await service.get('/v3.6/events', live())).body.events.length;
  const { status, body: asked } = await service.post(path, body, live());
  expect([status, asked.send_by]).toEqual([201, 'link']);
  const other = await service.post(path, body, { token: service.other.liveToken });
  expect(other.status).toBe(404);
  const { secret: token } = await service.mint(account.id, 'live', { permission: 'read_only' });
  expect((await service.get(path, { token })).body.information_requests[0].url).toBeNull();

  inDoubt = false;
  const page = browserOf(service, asked.url);
  await page.upload('proof/file?type=utility_bill&issuing_country=GBR', { name: 'bill.png' });
  await service.settle();
  const { media_ids } = (await service.get(path, live())).body.information_requests[0];
  expect(analysed.at(-1)).toEqual([front, media_ids[0]].toReversed());
  expect((await reportNow(report)).status).toBe('complete');
  const events = (await service.get('/v3.6/events', live())).body.events;
  const named = events
    .slice(0, events.length - before)
    .map((event: { action: string; object: { status: string } }) => [event.action, event.object.status]);
  expect(named.filter(([action]: [string]) => action.startsWith('report.')).toReversed()).toEqual([
    ['report.awaiting_applicant', 'awaiting_data'],
    ['report.applicant_answered', 'awaiting_data'],
    ['report.completed', 'complete'],
  ]);
});

test('in the sandbox a report that is moved to awaiting_approval is asked for more, and ends as set', async () => {
  const sandbox = { token: account.sandboxToken };
  const applicant = await story().applicant({}, sandbox);
  await story().document(applicant, {}, sandbox);
  const answers = { hold_checks: true, reports: {} };
  const held = await service.call('PUT', `/v3.6/sandbox/applicants/${applicant}/answers`, {
    ...sandbox,
    json: answers,
  });
  expect(held.status).toBe(200);
  const { body } = await story().check({ applicant_id: applicant, report_names: ['document'] }, sandbox);
  const report = body.report_ids[0];
  const moved = await service.post(`/v3.6/sandbox/reports/${report}/state`, { state: 'awaiting_approval' }, sandbox);
  expect(moved.status).toBeLessThan(300);
  const path = `/v3.6/reports/${report}/information_requests`;
  const { status, body: asked } = await service.post(path, { items: ['document_front'], expires_in_hours: 2 }, sandbox);
  expect(status).toBe(201);
  expect((await service.post(path, { items: ['document_front'] }, live())).status).toBe(404);
  service.clock.advance(2 * HOUR_MS);
  await service.settle();
  expect((await service.get(`/v3.6/reports/${report}`, sandbox)).body.status).toBe('awaiting_approval');
  const { body: again } = await service.post(path, { items: ['document_front'] }, sandbox);
  await browserOf(service, again.url).upload('front', { name: 'front.png' });
  await service.settle();
  const now = (await service.get(`/v3.6/reports/${report}`, sandbox)).body;
  expect([now.status, now.documents.length, asked.id === again.id]).toEqual(['awaiting_data', 1, false]);
  await service.post(`/v3.6/sandbox/checks/${body.id}/complete`, {}, sandbox);
  expect((await service.get(`/v3.6/reports/${report}`, sandbox)).body.status).toBe('complete');
});

test('under four eyes a first decision comes before any question', async () => {
  const { report } = await begin();
  const sam = await signedIn(service, 'reviewer', { account: account.id, name: 'Sam' });
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  await service.call('PATCH', `/operator/v1/accounts/${account.id}`, {
    token: null,
    headers,
    json: { decision_four_eyes: 'on', note: 'Two people decide' },
  });
  const first = await rita.post(`${place()}/reports/${report}/decide`, { result: 'clear', note: 'Sound' });
  expect(first.status).toBe(202);
  const asked = await sam.post(`${place()}/reports/${report}/information_requests`, { items: ['document_front'] });
  expect(asked.body.error.fields).toEqual({
    status: ['a decision on the report waits for a second person. Decide first'],
  });
});

test('a text message goes to the number without its separators', async () => {
  const { report } = await begin(['document'], { phone_number: '+44 7700 900-123' });
  expect((await ask(report, { items: ['document_front'], send_by: 'sms' })).status).toBe(201);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const { body } = await service.get(`/operator/v1/messages?account_id=${account.id}`, { token: null, headers });
  const path = `/operator/v1/accounts/${account.id}/messages/${body.messages[0].id}`;
  expect((await service.get(path, { token: null, headers })).body.to).toBe('+447700900123');
});
