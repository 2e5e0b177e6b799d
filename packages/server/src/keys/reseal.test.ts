import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../api/v3/testing/runs.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { openVault } from '../crypto/vault.ts';
import { listAccountKeys } from '../store/queries/accounts.ts';
import { resealings } from '../store/queries/reseal.ts';
import { workflowIds } from '../workflows/testing/write.ts';
import { countByKey } from './count-sealed.ts';
import type { KeyStatus } from './key-status.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '0' } });
});
afterAll(() => service.close());

const operate = (method: string, path: string) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
  });

const versions = async (account: string) =>
  ((await operate('GET', '/keys')).body as { keys: KeyStatus[] }).keys
    .filter(({ key, account_id }) => key === 'account' && account_id === account)
    .map(({ version, state, remaining }) => [version, state, remaining]);

/** Everything that a client reads of the account, with the tokens of both environments. */
async function read(paths: readonly string[]) {
  return Promise.all(
    paths.map(async (path) => {
      const { status, body } = await service.get(path);
      return { path, status, body };
    }),
  );
}

test('data of an account moves to a new key while it is read and written, and the earlier key is destroyed', async () => {
  const { story, account, other } = service;
  const { system } = service.services.store;
  await service.post('/v3.6/webhooks', {
    url: 'https://hooks.example.com/a',
    enabled: true,
    events: ['check.completed'],
  });
  const applicant = await story.applicant({ first_name: 'Jane' });
  const document = await story.document(applicant);
  const { check } = await story.completed({ applicant_id: applicant, report_names: ['identity_enhanced'] });
  const run = await service.run(workflowIds.profile, { applicant_id: applicant });
  const filler = await Promise.all(Array.from({ length: 120 }, () => story.applicant()));
  await service.settle();
  const paths = [
    `/v3.6/applicants/${applicant}`,
    `/v3.6/applicants/${filler[7]}`,
    `/v3.6/documents/${document}`,
    `/v3.6/checks/${check.id}`,
    `/v3.6/reports?check_id=${check.id}`,
    `/v3.6/workflow_runs/${run.id}`,
    '/v3.6/webhooks',
  ];
  const before = await read(paths);
  expect(before.map(({ status }) => status)).toEqual(paths.map(() => 200));
  const keys = await system.all(listAccountKeys, { account_id: account.id });
  const sealed = (await countByKey(system, account.id, keys)).get(1) as number;
  expect(sealed).toBeGreaterThan(125);

  expect((await operate('POST', `/accounts/${account.id}/rotate_key`)).body.version).toBe(2);
  expect(await versions(account.id)).toEqual([
    [1, 'current', null],
    [2, 'next', null],
  ]);
  service.clock.advance(MINUTE_MS);
  const late = await story.applicant({ first_name: 'Late' });
  expect(await versions(account.id)).toEqual([
    [1, 'accepted', sealed],
    [2, 'current', null],
  ]);
  expect(await read(paths)).toEqual(before);

  // A row is changed between the jobs.
  service.clock.advance(10 * MINUTE_MS);
  const renamed = service.put(`/v3.6/applicants/${filler[3]}`, { first_name: 'Renamed' });
  await Promise.all([service.settle(), renamed]);
  expect((await renamed).status).toBe(200);
  expect(await versions(account.id)).toEqual([[2, 'current', null]]);
  expect(await versions(other.id)).toEqual([[1, 'current', null]]);
  expect(await read(paths)).toEqual(before);
  expect((await service.get(`/v3.6/applicants/${late}`)).body.first_name).toBe('Late');
  expect((await service.get(`/v3.6/applicants/${filler[3]}`)).body.first_name).toBe('Renamed');

  // The earlier key opens nothing that is stored now.
  const old = openVault(service.services.master, service.clock, keys);
  const head = Buffer.from([0, 0]);
  for (const resealing of resealings) {
    const rows = await system.all(resealing.list, { account_id: account.id, head, parent: '', id: '', limit: 10_000 });
    for (const row of rows) expect(() => old.open(resealing.sealedAs(row), row.data)).toThrow();
  }
  const { entries } = (await operate('GET', `/accounts/${account.id}/audit`)).body;
  expect(entries.slice(0, 2).map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
    ['account_key_destroyed', { before: 2 }],
    ['account_key_rotated', { version: 2 }],
  ]);
});

test('every table with sealed rows moves to a new key', () => {
  expect(resealings.map(({ table }) => table).sort()).toEqual([
    ...[
      'applicant_passkeys',
      'applicants',
      'biometric_tokens',
      'case_entries',
      'checks',
      'deliveries',
      'delivery_attempts',
      'event_facts',
      'idempotent_steps',
      'information_requests',
      'likenesses',
      'list_entries',
    ],
    ...[
      'mails',
      'media',
      'media_keys',
      'messages',
      'monitor_matches',
      'proposals',
      'published_workflows',
      'reports',
      'results_feedback',
      'review_notes',
    ],
    ...[
      'saved_views',
      'screenings',
      'second_looks',
      'source_answers',
      'suppressions',
      'watchlist_monitors',
      'webhooks',
      'workflow_runs',
    ],
    'workflow_tasks',
  ]);
});
