import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { form, gone, outcome, unknownId } from '../api/v3/testing/story.ts';
import { DAY_MS } from '../base/clock.ts';
import { keptTables, tables } from '../store/ownership.ts';
import { query } from '../store/query.ts';
import { startService, type TestService } from '../testing/service.ts';
import { register, startReceiver } from '../webhooks/testing/receiver.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** The tables in which one of the ids occurs, in any column. */
async function mentioning(ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const rows = await service.services.store.system.all(
      query()((db) => db.selectFrom(table).selectAll()),
      {},
    );
    const text = JSON.stringify(rows);
    if (ids.some((id) => text.includes(id))) found.push(table);
  }
  return found;
}

/** Ids of media whose bytes lie on disk. */
function stored(): string[] {
  const objects = join(service.data, 'media', 'objects');
  return readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function operate(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const sent = json === undefined ? {} : { json };
  return service.call(method, `/operator/v1/accounts/${service.account.id}${path}`, { token: null, headers, ...sent });
}

const erase = (id: string, more: object = {}) =>
  operate('POST', `/applicants/${id}/erase`, { environment: 'sandbox', ...more });

const total = async (deleted = 'false') =>
  (await service.get(`/v3.6/applicants?include_deleted=${deleted}`)).headers['x-total-count'];

/** An applicant with a document, a live photo and a completed check whose webhook was delivered. */
async function story() {
  const created = await service.post('/v3.6/applicants', {
    first_name: 'Ada',
    last_name: 'Lovelace',
    location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
    consents: [{ name: 'privacy_notices_read', granted: true }],
  });
  const applicant = created.body.id as string;
  const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
  const upload = (kind: string, fields: object) =>
    service.call('POST', `/v3.6/${kind}`, { form: form({ applicant_id: applicant, ...fields }, file) });
  const document = (await upload('documents', { type: 'passport' })).body.id as string;
  const photo = (await upload('live_photos', { advanced_validation: 'false' })).body.id as string;
  const made = await service.post('/v3.6/checks', {
    applicant_id: applicant,
    report_names: ['document', 'facial_similarity_photo'],
  });
  expect(made.status).toBe(201);
  return { applicant, document, photo, check: made.body.id as string, reports: made.body.report_ids as string[] };
}

type Story = Awaited<ReturnType<typeof story>>;

const idsOf = ({ applicant, document, photo, check, reports }: Story) => [
  applicant,
  document,
  photo,
  check,
  ...reports,
];

const pathsOf = ({ applicant, document, photo, check, reports }: Story) => [
  `/v3.6/applicants/${applicant}`,
  `/v3.6/documents/${document}`,
  `/v3.6/documents/${document}/download`,
  `/v3.6/live_photos/${photo}`,
  `/v3.6/checks/${check}`,
  `/v3.6/documents?applicant_id=${applicant}`,
  `/v3.6/checks?applicant_id=${applicant}`,
  ...reports.map((id) => `/v3.6/reports/${id}`),
];

/** Everything is gone but the receipt, and every id answers so. */
async function expectErased(subject: Story) {
  expect(keptTables).toEqual(['request_batches', 'audit_entries', 'erasures', 'tombstones']);
  // Batches of requests are compressed: an id may be found in them as text, or not.
  const found = (await mentioning(idsOf(subject))).filter((table) => table !== 'request_batches');
  expect(found).toEqual(['audit_entries', 'erasures', 'tombstones']);
  expect(stored()).not.toContain(subject.document);
  expect(stored()).not.toContain(subject.photo);
  for (const path of pathsOf(subject)) expect([path, outcome(await service.get(path))]).toEqual([path, gone]);
  const restored = await service.post(`/v3.6/applicants/${subject.applicant}/restore`);
  expect(outcome(restored)).toEqual(gone);
}

describe('an applicant that was deleted', () => {
  test('is erased when the delay has passed, with media, reports, events and deliveries', async () => {
    const receiver = await startReceiver();
    await register(service, receiver.url);
    const kept = await story();
    const subject = await story();
    await service.settle();
    expect(receiver.received.length).toBe(8);
    expect(stored().sort()).toEqual([kept.document, kept.photo, subject.document, subject.photo].sort());

    expect((await service.del(`/v3.6/applicants/${subject.applicant}`)).status).toBe(204);
    service.clock.advance(20 * DAY_MS - 1000);
    await service.settle();
    expect(await mentioning([subject.applicant])).toContain('applicants');
    service.clock.advance(1000);
    await service.settle();

    await expectErased(subject);
    expect([await total(), await total('true')]).toEqual(['1', '1']);
    const { erasures } = (await operate('GET', '/erasures')).body;
    expect(erasures).toEqual([
      {
        id: expect.any(String),
        applicant_id: subject.applicant,
        check_id: null,
        environment: 'sandbox',
        requested_at: '2026-01-15T09:30:00Z',
        erased_at: '2026-02-04T09:30:00Z',
        requested_by: { kind: 'token', id: expect.any(String) },
        counts: {
          applicant: 1,
          check: 1,
          report: 2,
          document: 1,
          live_photo: 1,
          delivery_attempt: 4,
          delivery: 4,
          event: 4,
          mail: 0,
          message: 0,
        },
      },
    ]);
    // The neighbour keeps everything.
    for (const path of pathsOf(kept)) expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    await receiver.close();
  });

  test('stays when it was restored before, and when it was deleted again for later', async () => {
    const subject = await story();
    await service.settle();
    const path = `/v3.6/applicants/${subject.applicant}`;
    await service.del(path);
    service.clock.advance(19 * DAY_MS);
    expect((await service.post(`${path}/restore`)).status).toBe(204);
    service.clock.advance(2 * DAY_MS);
    await service.settle();
    expect((await service.get(path)).status).toBe(200);
    await service.del(path);
    service.clock.advance(19 * DAY_MS);
    await service.settle();
    expect(await mentioning([subject.applicant])).toContain('applicants');
    service.clock.advance(DAY_MS);
    await service.settle();
    await expectErased(subject);
  });

  test('restores or is erased when both come at once, never half', async () => {
    for (let round = 0; round < 5; round += 1) {
      const subject = await story();
      await service.settle();
      const path = `/v3.6/applicants/${subject.applicant}`;
      await service.del(path);
      const [erased, restored] = await Promise.all([erase(subject.applicant), service.post(`${path}/restore`)]);
      expect(erased.status).toBe(200);
      expect([204, 410]).toContain(restored.status);
      await service.settle();
      await expectErased(subject);
      expect([await total(), await total('true')]).toEqual(['0', '0']);
    }
  });
});

describe('erased by an operator', () => {
  test('it is gone at once, scheduled or not', async () => {
    for (const scheduled of [false, true]) {
      const subject = await story();
      await service.settle();
      if (scheduled) await service.del(`/v3.6/applicants/${subject.applicant}`);
      const answer = await erase(subject.applicant);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        applicant_id: subject.applicant,
        environment: 'sandbox',
        requested_at: '2026-01-15T09:30:00Z',
        erased_at: '2026-01-15T09:30:00Z',
      });
      await service.settle();
      await expectErased(subject);
      expect([await total(), await total('true')]).toEqual(['0', '0']);
      expect(outcome(await erase(subject.applicant))).toEqual(gone);
    }
  });

  test('it is refused while a check is in progress, unless forced', async () => {
    const slow = await startService({ settings: { sandboxDelay: '1000' } });
    const before = service;
    service = slow;
    try {
      const subject = await story();
      const refused = await erase(subject.applicant);
      expect([refused.status, refused.body.error.type]).toEqual([422, 'deletion_incomplete_checks']);
      expect((await erase(subject.applicant, { force: true })).status).toBe(200);
      service.clock.advance(2000);
      await service.settle();
      await expectErased(subject);
    } finally {
      await slow.close();
      service = before;
    }
  });

  test('uploads and checks that come at the same time leave nothing behind', async () => {
    const subject = await story();
    await service.settle();
    const file = { name: 'late.png', bytes: await greyPng(), type: 'image/png' };
    const upload = service.call('POST', '/v3.6/documents', {
      form: form({ applicant_id: subject.applicant, type: 'passport' }, file),
    });
    const check = service.post('/v3.6/checks', { applicant_id: subject.applicant, report_names: ['document'] });
    const erased = erase(subject.applicant, { force: true });
    const [late, made] = await Promise.all([upload, check, erased]);
    await service.settle();
    expect([201, 404, 410]).toContain(late.status);
    expect([201, 404, 410]).toContain(made.status);
    await expectErased(subject);
    expect(await mentioning([late.body.id, made.body.id].filter(Boolean))).not.toContain('media');
    expect(stored()).toEqual([]);
  });

  test('it must be of the account and the environment', async () => {
    const subject = await story();
    await service.settle();
    const live = await erase(subject.applicant, { environment: 'live' });
    expect(live.status).toBe(404);
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const path = `/operator/v1/accounts/${service.other.id}/applicants/${subject.applicant}/erase`;
    const other = await service.call('POST', path, { token: null, headers, json: { environment: 'sandbox' } });
    expect(other.status).toBe(404);
    expect((await erase(unknownId)).status).toBe(404);
    expect((await erase(subject.applicant, { environment: 'test' })).status).toBe(422);
    expect((await erase(subject.applicant, { force: 'yes' })).status).toBe(422);
    expect((await service.get(`/v3.6/applicants/${subject.applicant}`)).status).toBe(200);
  });
});
