import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { storyOf, unknownId, versions } from './testing/story.ts';

const service = useService();

describe.each(versions)('%s', (version) => {
  const at = `/${version}`;
  const story = () => storyOf(service, version);

  /** Everything that Alice has in an environment. */
  async function belongings(token: string) {
    const call = { token };
    const made = story();
    const applicant = await made.applicant({ dob: '1990-01-31' }, call);
    const document = await made.document(applicant, {}, call);
    const photo = await made.livePhoto(applicant, call);
    const video = await made.liveVideo(applicant, undefined, call);
    const check = (await made.check({ applicant_id: applicant, report_names: ['document'] }, call)).body;
    const webhook = (await service.post(`${at}/webhooks`, { url: 'https://alice.example/events' }, call)).body;
    return { applicant, document, photo, video, check: check.id, report: check.report_ids[0], webhook: webhook.id };
  }
  type Belongings = Awaited<ReturnType<typeof belongings>>;

  /** Every request that names something of Alice, in its path, query or body. */
  const requests = (its: Belongings): [method: string, path: string, body?: object][] => [
    ['GET', `applicants/${its.applicant}`],
    ['PUT', `applicants/${its.applicant}`, { first_name: 'Mallory' }],
    ['DELETE', `applicants/${its.applicant}`],
    ['POST', `applicants/${its.applicant}/restore`],
    ...(version === 'v3.6' ? ([['GET', `applicants/${its.applicant}/consents`]] as [string, string][]) : []),
    ['GET', `documents?applicant_id=${its.applicant}`],
    ['GET', `documents/${its.document}`],
    ['GET', `documents/${its.document}/download`],
    ['GET', `live_photos?applicant_id=${its.applicant}`],
    ['GET', `live_photos/${its.photo}`],
    ['GET', `live_photos/${its.photo}/download`],
    ['GET', `live_videos?applicant_id=${its.applicant}`],
    ['GET', `live_videos/${its.video}`],
    ['GET', `live_videos/${its.video}/download`],
    ['GET', `live_videos/${its.video}/frame`],
    ['POST', 'checks', { applicant_id: its.applicant, report_names: ['document'] }],
    ['GET', `checks?applicant_id=${its.applicant}`],
    ['GET', `checks/${its.check}`],
    ['GET', `checks/${its.check}/download`],
    ['POST', `checks/${its.check}/resume`],
    ['GET', `reports?check_id=${its.check}`],
    ['GET', `reports/${its.report}`],
    ['POST', `reports/${its.report}/resume`],
    ['POST', `reports/${its.report}/cancel`],
    ['POST', 'sdk_token', { applicant_id: its.applicant }],
  ];
  /** Webhooks belong to the account, not to one of its environments. */
  const webhookRequests = ({ webhook }: Belongings): [method: string, path: string, body?: object][] => [
    ['GET', `webhooks/${webhook}`],
    ['PUT', `webhooks/${webhook}`, { enabled: false }],
    ['DELETE', `webhooks/${webhook}`],
  ];

  it('shows nothing of Alice to others, nor of live to sandbox, and answers as if it did not exist', async () => {
    const { sandboxToken, liveToken, other } = service;
    for (const [owner, foreign] of [
      [sandboxToken, liveToken],
      [liveToken, sandboxToken],
    ] as const) {
      const its = await belongings(owner);
      const nothing = Object.fromEntries(Object.keys(its).map((name) => [name, unknownId])) as Belongings;
      const own = [...requests(its), ...webhookRequests(its)];
      const unknown = [...requests(nothing), ...webhookRequests(nothing)];
      for (const [token, count] of [
        [foreign, requests(its).length],
        [other.sandboxToken, own.length],
        [other.liveToken, own.length],
      ] as const) {
        for (let i = 0; i < count; i += 1) {
          const [method, path, json] = own[i] as (typeof own)[number];
          const { status, headers, body } = await service.call(method, `${at}/${path}`, { token, json });
          expect([status, body.error?.type], `${method} ${path}`).toEqual([404, 'resource_not_found']);
          const [, , none] = unknown[i] as (typeof unknown)[number];
          const missing = await service.call(method, `${at}/${unknown[i]?.[1]}`, { token, json: none });
          const named = Object.values(its).find((id) => body.error.message.includes(id)) as string;
          expect(body.error.message.replace(named, unknownId)).toBe(missing.body.error.message);
          expect(Object.keys(headers).sort()).toEqual(Object.keys(missing.headers).sort());
        }
        const upload = await story().upload(
          'documents',
          { applicant_id: its.applicant, type: 'passport' },
          { name: 'a.pdf', bytes: Buffer.alloc(40_000), type: 'application/pdf' },
          { token },
        );
        expect([404, 422]).toContain(upload.status);
        const list = await service.get(`${at}/applicants?per_page=500&include_deleted=true`, { token });
        expect(JSON.stringify(list.body)).not.toContain(its.applicant);
      }
      const hooks = await service.get(`${at}/webhooks`, { token: other.sandboxToken });
      expect(hooks.body).toEqual({ webhooks: [] });
      expect((await service.get(`${at}/applicants/${its.applicant}`, { token: owner })).body.first_name).toBe('Jane');
    }
  });

  it('takes neither documents nor webhooks of others into a check', async () => {
    const its = await belongings(service.sandboxToken);
    const call = { token: service.other.sandboxToken };
    const applicant_id = await story().applicant({}, call);
    const own = await story().document(applicant_id, {}, call);
    const check = (body: object) => story().check({ applicant_id, report_names: ['document'], ...body }, call);
    const documents = await check({ document_ids: [own, its.document] });
    expect([documents.status, documents.body.error.fields]).toEqual([
      422,
      { document_ids: ['must be documents of the applicant of the check'] },
    ]);
    const webhooks = await check({ webhook_ids: [its.webhook] });
    expect([webhooks.status, webhooks.body.error.fields]).toEqual([
      422,
      { webhook_ids: ['must be webhooks of this account'] },
    ]);
  });
});
