import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SettingWords, words } from '../../../../dashboard/src/words.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { signedIn } from './testing/browser.ts';

let service: TestService;
let admin: Awaited<ReturnType<typeof signedIn>>;
let path: string;
beforeAll(async () => {
  service = await startService();
  admin = await signedIn(service, 'admin', { name: 'Ada' });
  path = `/accounts/${service.account.id}`;
});
afterAll(() => service.close());

const settings = async () => (await admin.get(`${path}/settings`)).body;

test('an administrator reads what each setting does, and changes some', async () => {
  const before = await settings();
  expect(before.name).toBe('Alice Ltd');
  expect([before.retention, before.logo]).toEqual([{ request_log_days: 30 }, null]);
  const field = (name: string) => before.fields.find((one: { name: string }) => one.name === name);
  expect(field('deletion_delay_days')).toEqual({
    name: 'deletion_delay_days',
    changeable: true,
    default: 20,
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: 3650,
      description: 'days from the deletion of an applicant to its erasure',
    },
  });
  expect(Object.keys(before.settings).sort()).toEqual(before.fields.map(({ name }: { name: string }) => name).sort());
  // The page has words for each, and for each of its choices.
  const said: Record<string, SettingWords> = words.settings.fields;
  expect(Object.keys(said).sort()).toEqual(Object.keys(before.settings).sort());
  for (const { name, schema } of before.fields) {
    expect(Object.keys(said[name]?.choices ?? {}).sort(), name).toEqual([...(schema.enum ?? [])].sort());
  }

  const given = { deletion_delay_days: 7, colour: '#336699', review_reasons: ['Worn card', 'Seen by video'] };
  const changed = await admin.patch(`${path}/settings`, given);
  expect([changed.status, changed.body.settings]).toEqual([200, { ...before.settings, ...given }]);
  expect((await settings()).settings).toMatchObject(given);
  const { entries } = (await admin.get(`${path}/audit?action=account_updated`)).body;
  expect(entries[0]).toMatchObject({
    actor: { kind: 'member', id: admin.id },
    object: { type: 'account', id: service.account.id },
    details: { fields: ['deletion_delay_days', 'colour', 'review_reasons'] },
  });
});

test('a threshold of the screening wants a reason, and a wrong value names its field', async () => {
  const refused = await admin.patch(`${path}/settings`, { screening_hit: 0.7 });
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['note']]);
  const wrong = { deletion_delay_days: -1, review_reasons: [' '], colour: 'red' };
  for (const [name, value] of Object.entries(wrong)) {
    const { status, body } = await admin.patch(`${path}/settings`, { [name]: value });
    expect([name, status, Object.keys(body.error.fields)[0]]).toEqual([name, 422, expect.stringContaining(name)]);
  }
});

test('what the operator grants is shown, and only the operator changes it', async () => {
  const { fields } = await settings();
  const fixed = fields.filter(({ changeable }: { changeable: boolean }) => !changeable);
  expect(fixed.map(({ name }: { name: string }) => name)).toEqual([
    ...['enabled', 'billing_information', 'trial_checks_limit', 'image_quality'],
    ...['rate_limit_live', 'rate_limit_sandbox', 'rate_limit_sandbox_v2'],
  ]);
  for (const { name } of fixed) {
    expect([name, (await admin.patch(`${path}/settings`, { [name]: 1 })).status]).toEqual([name, 422]);
  }
});

test('reviewers get the reasons of their account', async () => {
  const reviewer = await signedIn(service, 'reviewer');
  const asked = await reviewer.get(`${path}/live/reasons`);
  expect([asked.status, asked.body]).toEqual([200, { reasons: ['Worn card', 'Seen by video'] }]);
  const developer = await signedIn(service, 'developer');
  expect((await developer.get(`${path}/live/reasons`)).status).toBe(403);
  expect((await developer.get(`${path}/sandbox/reasons`)).status).toBe(200);
});

test('the logo is set from a picture and removed', async () => {
  const picture = { width: 64, height: 32, channels: 3, background: '#336699' } as const;
  const png = await sharp({ create: picture }).png().toBuffer();
  const headers = { 'content-type': 'image/png' };
  const refused = await admin.call('PUT', `${path}/logo`, { logo: 'text' });
  expect(refused.status).toBe(415);
  const set = await admin.call('PUT', `${path}/logo`, undefined, { raw: png, headers });
  const url = expect.stringMatching(/\/logos\/[0-9a-f]{64}\.png$/);
  expect([set.status, set.body.logo]).toEqual([200, { url, width: 64, height: 32 }]);
  expect((await admin.del(`${path}/logo`)).body.logo).toBeNull();
});

test('an auditor sees the settings; another account and roles without them see and change nothing', async () => {
  const auditor = await signedIn(service, 'auditor');
  expect((await auditor.get(`${path}/settings`)).status).toBe(200);
  expect((await auditor.patch(`${path}/settings`, { pausing: true })).status).toBe(403);
  const { decision_validity, decision_data_proved } = (await settings()).settings;
  const reviewer = await signedIn(service, 'reviewer');
  const choice = { decision_validity: 1, decision_data_proved: false };
  for (const member of [auditor, reviewer]) expect((await member.patch(`${path}/settings`, choice)).status).toBe(403);
  expect((await settings()).settings).toMatchObject({ decision_validity, decision_data_proved });
  const mallory = await signedIn(service, 'admin', { account: service.other.id });
  expect((await mallory.get(`${path}/settings`)).status).toBe(404);
  expect((await mallory.patch(`${path}/settings`, { pausing: true })).status).toBe(404);
  expect((await mallory.get(`${path}/live/reasons`)).status).toBe(404);
  expect((await settings()).settings.pausing).toBe(false);
  service.clock.advance(5 * MINUTE_MS);
  expect((await admin.patch(`${path}/settings`, { pausing: true })).body.error.type).toBe('proof_needed');
});
