import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

const operate = (method: string, path: string, json?: unknown) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json !== undefined && { json }),
  });
const note = 'Too many people who are not listed wait for a reviewer';
const changesOf = async (id: string) =>
  (await operate('GET', `/accounts/${id}/threshold_changes`)).body.threshold_changes;

test('a threshold of the screening changes with a reason, and what was measured at both values is kept', async () => {
  const { id } = service.account;
  const set = (settings: object) => operate('PATCH', `/accounts/${id}`, settings);
  const refused = await set({ screening_hit: 0.8, screening_match: 0.95, display_name: 'Alice' });
  expect([refused.status, refused.body.error.fields]).toEqual([
    422,
    { note: ['must give the reason why screening_hit and screening_match change'] },
  ]);
  expect((await operate('GET', `/accounts/${id}`)).body).toMatchObject({ screening_hit: 0.75, display_name: null });
  expect((await set({ screening_hit: 0.8, note: 'no reason' })).status).toBe(422);
  expect(await changesOf(id)).toEqual([]);

  const { status, body } = await set({ screening_hit: 0.82, note });
  expect([status, body.screening_hit, 'note' in body]).toEqual([200, 0.82, false]);
  service.clock.advance(MINUTE_MS);
  expect((await set({ screening_match: 1, note: 'A person looks at every hit from now on' })).status).toBe(200);
  // Neither the same value nor another setting needs a reason.
  expect((await set({ screening_match: 1, screening_max_age: 7 })).status).toBe(200);
  const of = (right: number, all: number) => ({ right, of: all });
  expect(await changesOf(id)).toEqual([
    expect.objectContaining({ setting: 'screening_match', before: 0.9, after: 1, at: '2026-01-15T09:31:00Z' }),
    {
      id: expect.any(String),
      at: '2026-01-15T09:30:00Z',
      by: { kind: 'operator', id: expect.any(String) },
      setting: 'screening_hit',
      before: 0.75,
      after: 0.82,
      note,
      figures: {
        before: {
          at: 0.75,
          listed_by_name: of(442, 442),
          listed_by_altered_name: of(92, 92),
          invented_by_name: of(2, 1000),
          invented_with_birth_date: of(0, 1000),
        },
        after: {
          at: 0.8,
          listed_by_name: of(441, 442),
          listed_by_altered_name: of(91, 92),
          invented_by_name: of(2, 1000),
          invented_with_birth_date: of(0, 1000),
        },
      },
    },
  ]);
});

test('an account that begins with another threshold needs a reason, too', async () => {
  const made = { name: 'New Ltd', screening_hit: 0.7 };
  expect(Object.keys((await operate('POST', '/accounts', made)).body.error.fields)).toEqual(['note']);
  const { status, body } = await operate('POST', '/accounts', { ...made, note });
  expect([status, body.screening_hit]).toEqual([201, 0.7]);
  expect(await changesOf(body.id)).toMatchObject([{ setting: 'screening_hit', before: 0.75, after: 0.7, note }]);
});

test('changes are of one account, and known to operators alone', async () => {
  expect(await changesOf(service.other.id)).toEqual([]);
  expect((await operate('GET', '/accounts/unknown/threshold_changes')).status).toBe(404);
  for (const token of [service.liveToken, service.sandboxToken, service.other.liveToken]) {
    const path = `/operator/v1/accounts/${service.account.id}/threshold_changes`;
    expect((await service.get(path, { token })).status).toBe(401);
  }
});
