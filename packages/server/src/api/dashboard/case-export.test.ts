import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { filesIn } from '../../exports/testing/files-in.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
let adam: Member;
let rita: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const exportOf = (who: Browser, applicant: string, place = at()) =>
  who.get(`${place}/applicants/${applicant}/case_export`);
const prove = (who: Browser) => who.post('/session/proof', { password: PASSWORD });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

test('a case leaves as one archive, whose manifest lists each file and whose hash is in the audit log', async () => {
  const call = { token: service.account.liveToken };
  const ada = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, call);
  const document = await story.document(ada, {}, call);
  const { id: check, report_ids } = (await story.check({ applicant_id: ada, report_names: ['document'] }, call)).body;
  await service.settle();
  const [report] = report_ids;
  const clear = { result: 'clear', note: 'The paper is sound' };
  await rita.post(`${at()}/applicants/${ada}/case_tags`, { add: ['mule', 'pep'] });
  await rita.post(`${at()}/applicants/${ada}/case_entries`, { note: 'Called her, @Adam', status: 'escalated' });
  expect((await rita.post(`${at()}/reports/${report}/decide`, clear)).status).toBe(200);
  await service.settle();

  await prove(adam);
  const exported = await exportOf(adam, ada);
  expect([exported.status, exported.headers['content-type'], exported.headers['content-disposition']]).toEqual([
    ...[200, 'application/zip', `attachment; filename="case_${ada}.zip"`],
  ]);
  const files = filesIn(exported.bytes);
  const names = [...files.keys()];
  expect(names.slice(0, 5)).toEqual([
    'case.json',
    'decisions.json',
    'timeline.json',
    `checks/${check}.pdf`,
    'applicant.json',
  ]);
  expect(names).toContain(`checks/${check}.json`);
  expect(names.at(-1)).toBe('manifest.json');
  expect(new Set(names).size).toBe(names.length);
  const read = (name: string) => JSON.parse(String(files.get(name)));
  expect(read('case.json')).toEqual({
    status: 'escalated',
    waiting: [],
    asked: 0,
    snoozed_until: null,
    tags: ['mule', 'pep'],
    files: [],
    notes: [
      {
        id: expect.any(String),
        status: 'escalated',
        note: 'Called her, @Adam',
        author: 'Rita',
        mentions: ['Adam'],
        file: null,
        created_at: '2026-01-15T09:30:00Z',
      },
    ],
  });
  expect(read('decisions.json')).toMatchObject([
    {
      report_id: report,
      report_name: 'document',
      decided_by: 'Rita',
      result: 'clear',
      note: 'The paper is sound',
      confirmed_by: null,
      overturned: null,
    },
  ]);
  const timeline = read('timeline.json').map(({ kind, what, by }: Record<string, { name: string }>) => [
    ...[kind, what, by?.name ?? null],
  ]);
  for (const entry of [
    ['created', 'applicant', null],
    ['decision', 'document', 'Rita'],
    ['audit', 'case_tagged', 'Rita'],
    ['audit', 'case_note_added', 'Rita'],
  ]) {
    expect(timeline).toContainEqual(entry);
  }
  expect(files.get(`checks/${check}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(names.some((name) => name.startsWith(`uploads/document_${document}`))).toBe(true);

  const manifest = read('manifest.json');
  expect(manifest).toMatchObject({
    applicant_id: ada,
    account_id: service.account.id,
    environment: 'live',
    exported_at: '2026-01-15T09:30:00Z',
    exported_by: 'Adam',
  });
  expect(manifest.files).toEqual(
    names
      .filter((name) => name !== 'manifest.json')
      .map((name) => {
        const bytes = files.get(name) as Buffer;
        return { name, size: bytes.length, sha256: sha256(bytes) };
      }),
  );
  const audit = (await adam.get(`/accounts/${service.account.id}/audit?object=${ada}`)).body.entries;
  const own = audit.filter(({ action }: { action: string }) => action.startsWith('case_export'));
  expect(own.map(({ action, actor, details }: Record<string, { id: string }>) => [action, actor?.id, details])).toEqual(
    [
      [
        'case_export_completed',
        adam.id,
        { manifest_sha256: sha256(files.get('manifest.json') as Buffer), files: names.length - 1 },
      ],
      ['case_exported', adam.id, {}],
    ],
  );
});

test('only administrators export a case, after a proof, and only a case of their account and environment', async () => {
  const ada = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, { token: service.account.liveToken });
  service.clock.advance(5 * MINUTE_MS);
  const refused = await exportOf(adam, ada);
  expect([refused.status, refused.body.error.type]).toEqual([403, 'proof_needed']);
  await prove(adam);
  await prove(stranger);
  expect((await exportOf(rita, ada)).status).toBe(403);
  for (const [who, place] of [
    [adam, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await exportOf(who, ada, place)).status).toBe(404);
  }
  expect((await exportOf(adam, ada)).status).toBe(200);
  expect((await adam.del(`${at()}/applicants/${ada}`)).status).toBe(204);
  expect((await exportOf(adam, ada)).status).toBe(410);
  expect((await adam.post(`${at()}/applicants/${ada}/erase`, { force: true })).status).toBe(200);
  expect((await exportOf(adam, ada)).status).toBe(410);
  const audit = (await adam.get(`/accounts/${service.account.id}/audit?object=${ada}`)).body.entries;
  const own = audit.filter(({ action }: { action: string }) => action.startsWith('case_export'));
  expect(own.map(({ action }: { action: string }) => action)).toEqual(['case_export_completed', 'case_exported']);
});
