import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

const names = { first_name: 'Anna', last_name: 'Berg' };

async function create(body: object = {}): Promise<string> {
  const answer = await service.post('/v3.6/applicants', { ...names, ...body });
  expect([answer.status, answer.body.consents]).toEqual([201, undefined]);
  return answer.body.id;
}

const consents = async (id: string) => (await service.get(`/v3.6/applicants/${id}/consents`)).body;

it('lists no consents as a bare empty array', async () => {
  const { status, body } = await service.get(`/v3.6/applicants/${await create()}/consents/`);
  expect([status, body]).toEqual([200, []]);
});

it('inserts or replaces what is named, keeps the others, and answers when it was granted', async () => {
  const id = await create({ consents: [{ name: 'privacy_notices_read', granted: true }] });
  const read = { name: 'privacy_notices_read', granted: true, granted_at: '2026-01-15T09:30:00Z' };
  expect(await consents(id)).toEqual([read]);

  service.clock.advance(MINUTE_MS);
  const put = (list: unknown) => service.put(`/v3.6/applicants/${id}`, { consents: list });
  expect((await put([{ name: 'ssn_verification', granted: false }])).status).toBe(200);
  const refused = { name: 'ssn_verification', granted: false, granted_at: null };
  expect(await consents(id)).toEqual([read, refused]);

  await put([
    { name: 'ssn_verification', granted: true },
    { name: 'privacy_notices_read', granted: false },
    { name: 'phone_number_verification', granted: false },
    { name: 'phone_number_verification', granted: true },
  ]);
  const now = '2026-01-15T09:31:00Z';
  const after = [
    { name: 'privacy_notices_read', granted: false, granted_at: null },
    { name: 'ssn_verification', granted: true, granted_at: now },
    { name: 'phone_number_verification', granted: true, granted_at: now },
  ];
  expect(await consents(id)).toEqual(after);
  for (const nothing of [null, [], undefined]) {
    expect((await put(nothing)).status).toBe(200);
    expect(await consents(id)).toEqual(after);
  }
});

it('refuses what is not a consent', async () => {
  const wrong: [consents: unknown, messages: unknown][] = [
    ['yes', ['must be an array']],
    [[{ name: 'everything', granted: true }], [{ name: ['is not included in the list'] }]],
    [[{ name: 'ssn_verification' }], [{ granted: ["can't be blank"] }]],
    [[{ name: 'ssn_verification', granted: 'true' }], [{ granted: ['must be a boolean'] }]],
    [[{}], [{ name: ["can't be blank"], granted: ["can't be blank"] }]],
    [['ssn_verification', null], ['must be an object']],
  ];
  for (const [list, messages] of wrong) {
    const { status, body } = await service.post('/v3.6/applicants', { ...names, consents: list });
    expect([status, body.error.fields]).toEqual([422, { consents: messages }]);
  }
});

it('knows no consents in v3.2', async () => {
  const { status, body } = await service.get(`/v3.2/applicants/${await create()}/consents`);
  expect([status, body.error]).toEqual([
    404,
    { type: 'resource_not_found', message: 'Could not find the requested resource' },
  ]);
});

it('answers 404 for nobody and 410 for the deleted', async () => {
  const id = await create({ consents: [{ name: 'ssn_verification', granted: true }] });
  await service.del(`/v3.6/applicants/${id}`);
  expect((await service.get(`/v3.6/applicants/${id}/consents`)).status).toBe(410);
  expect((await service.get('/v3.6/applicants/nobody/consents')).body.error.message).toBe(
    'Could not find the following resource: Applicant with id=nobody',
  );
  expect((await service.get(`/v3.6/applicants/${id}/consents`, { token: service.liveToken })).status).toBe(404);
  expect((await service.get(`/v3.6/applicants/${id}/consents`, { token: service.other.sandboxToken })).status).toBe(
    404,
  );
});
