import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageIds } from '../../../../web-sdk/src/language/ids.ts';
import { DAY_MS } from '../../base/clock.ts';
import { languages } from '../../input-rules/languages.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, startOfTime, unknownId, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

/** Claims of a token, unverified. */
function claimsOf(jwt: string) {
  return JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString());
}

describe('a run', () => {
  const linkOf = (run: { id: string }) =>
    expect.stringMatching(new RegExp(`^${service.baseUrl}/l/${run.id}/[\\w-]{32}$`));

  it('shows exactly the published keys, and waits for the applicant', async () => {
    const applicant_id = await service.story.applicant();
    const run = await service.run(workflowIds.sample, { applicant_id });
    expect(run).toEqual({
      id: anId,
      applicant_id,
      workflow_id: workflowIds.sample,
      workflow_version_id: 1,
      dashboard_url: `${service.baseUrl}/dashboard/results/${run.id}`,
      status: 'awaiting_input',
      output: null,
      reasons: [],
      error: null,
      link: {
        url: linkOf(run),
        completed_redirect_url: null,
        expired_redirect_url: null,
        expires_at: null,
        language: null,
      },
      created_at: startOfTime,
      updated_at: startOfTime,
      tags: [],
      customer_user_id: applicant_id,
      sdk_token: expect.stringMatching(/^[0-9a-zA-Z._-]+$/),
    });
    expect(outcome(await service.get(`${service.at}/${run.id}/`))).toEqual({ status: 200, body: run });
  });

  it('keeps what its client gives along', async () => {
    const link = {
      completed_redirect_url: 'https://client.example/done',
      expired_redirect_url: 'https://client.example/late',
      expires_at: '2026-02-01T12:00:00+01:00',
      language: 'fr_FR',
    };
    const given = { tags: ['gold', 'paris'], customer_user_id: 'user-7', link, custom_data: { plan: 'gold' } };
    const run = await service.run(workflowIds.sample, given);
    expect(run.link).toEqual({ ...link, url: linkOf(run), expires_at: '2026-02-01T11:00:00Z' });
    expect([run.tags, run.customer_user_id]).toEqual([['gold', 'paris'], 'user-7']);
    const start = (await service.get(`${service.at}/${run.id}/tasks/start`)).body;
    expect([start.input, start.output]).toEqual([{ plan: 'gold' }, { plan: 'gold' }]);
    const nulls = { tags: null, customer_user_id: null, link: null, custom_data: null };
    expect((await service.run(workflowIds.sample, nulls)).tags).toEqual([]);
  });

  it('that has nothing to wait for is decided at once', async () => {
    const run = await service.run(workflowIds.nothing);
    expect([run.status, run.workflow_version_id, run.output, run.reasons]).toEqual(['approved', 7, null, []]);
    expect((await service.get(`${service.at}/${run.id}/tasks`)).body).toEqual([
      {
        id: 'start',
        workflow_run_id: run.id,
        task_def_id: 'start',
        task_def_version: null,
        created_at: run.created_at,
        updated_at: run.created_at,
      },
    ]);
  });

  it('has a token of its own for five weeks', async () => {
    const run = await service.run(workflowIds.sample);
    const claims = claimsOf(run.sdk_token);
    const iat = Math.floor(service.clock.now() / 1000);
    expect(claims).toMatchObject({ iss: 'studio', aud: service.account.id, sub: run.id, jti: `studio-${run.id}`, iat });
    expect(claims.exp - iat).toBe(35 * 86_400);
    expect(claims.payload).toMatchObject({ app: run.applicant_id, application_id: '*', is_sandbox: true });
    // A read-only token gets no address to write with.
    const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
    expect((await service.again(run, { token })).sdk_token).toBeNull();
    expect((await service.again(run)).sdk_token).toBe(run.sdk_token);
  });

  it('takes every language that capture SDKs know, and gives it back', async () => {
    expect(languages).toEqual([...languageIds, 'de_DE', 'es_ES', 'fr_FR', 'it_IT', 'pt_PT', 'nl_NL', 'en']);
    const taken: string[] = [];
    for (const language of languages)
      taken.push((await service.run(workflowIds.sample, { link: { language } })).link.language);
    expect(taken).toEqual(languages);
  });

  it.each([
    ['no workflow', { workflow_id: undefined }, { workflow_id: ["can't be blank"] }],
    ['no applicant', { applicant_id: undefined }, { applicant_id: ["can't be blank"] }],
    ['31 tags', { tags: Array(31).fill('t') }, { tags: [expect.any(String)] }],
    ['an empty tag', { tags: [''] }, { tags: [expect.any(String)] }],
    ['a long customer_user_id', { customer_user_id: 'x'.repeat(257) }, { customer_user_id: [expect.any(String)] }],
    ['custom data that is not an object', { custom_data: [1] }, { custom_data: [expect.any(String)] }],
    ['much custom data', { custom_data: { a: 'x'.repeat(16_384) } }, { custom_data: ['is too long'] }],
    ['an unknown language', { link: { language: 'tlh' } }, { link: [{ language: [expect.any(String)] }] }],
    [
      'a script for a link',
      { link: { completed_redirect_url: 'javascript:x' } },
      { link: [{ completed_redirect_url: ['is invalid'] }] },
    ],
    [
      'an end in the past',
      { link: { expires_at: '2020-01-01T00:00:00Z' } },
      { link: [{ expires_at: ['must be in the future'] }] },
    ],
  ])('with %s is refused', async (_, more, fields) => {
    const applicant_id = await service.story.applicant();
    const answer = await service.post(service.at, { workflow_id: workflowIds.sample, applicant_id, ...more });
    expect(outcome(answer)).toEqual(validationError(fields));
  });

  it('needs a workflow and an applicant that are there', async () => {
    const applicant_id = await service.story.applicant();
    const start = (body: object) =>
      service.post(service.at, { workflow_id: workflowIds.sample, applicant_id, ...body });
    expect(outcome(await start({ workflow_id: unknownId }))).toEqual(notFound('Workflow', unknownId));
    expect(outcome(await start({ applicant_id: unknownId }))).toEqual(notFound('Applicant', unknownId));
    await service.del(`/v3.6/applicants/${applicant_id}`);
    expect(outcome(await start({}))).toEqual(gone);
    expect(outcome(await service.get(`${service.at}/${unknownId}`))).toEqual(notFound('WorkflowRun', unknownId));
  });

  it('came with v3.6', async () => {
    const run = await service.run(workflowIds.sample);
    expect((await service.get(`/v3.4/workflow_runs/${run.id}`)).status).toBe(200);
    expect((await service.get(`/v3.2/workflow_runs/${run.id}`)).status).toBe(404);
  });
});

describe('the list of runs', () => {
  it('is a bare array, narrowed, sorted and paged', async () => {
    const { sandboxToken: token } = await service.makeAccount('Lists Ltd');
    const call = { token };
    const ann = await service.story.applicant({}, call);
    const runs: { id: string }[] = [];
    for (const [workflow, applicant_id, tags] of [
      [workflowIds.sample, ann, ['red', 'round']],
      [workflowIds.nothing, ann, ['red']],
      [workflowIds.client, undefined, ['Red']],
    ] as const) {
      runs.push(await service.run(workflow, { ...(applicant_id && { applicant_id }), tags }, call));
      service.clock.advance(DAY_MS);
    }
    const [first, second, third] = runs;
    const list = async (query: string) => {
      const { status, body, headers } = await service.get(`${service.at}/?${query}`, call);
      expect(status).toBe(200);
      return { ids: body.map(({ id }: { id: string }) => id), total: headers['x-total-count'], link: headers.link };
    };
    expect(await list('')).toMatchObject({ ids: [third?.id, second?.id, first?.id], total: '3' });
    expect((await list('sort=asc')).ids).toEqual([first?.id, second?.id, third?.id]);
    expect((await list('status=approved,awaiting_client_input')).ids).toEqual([third?.id, second?.id]);
    expect((await list('status=declined')).ids).toEqual([]);
    expect((await list('tags=red')).ids).toEqual([second?.id, first?.id]);
    expect((await list('tags=round,red')).ids).toEqual([first?.id]);
    expect((await list(`applicant_id=${ann}&status=awaiting_input`)).ids).toEqual([first?.id]);
    const day = new Date(service.clock.now() - 2 * DAY_MS).toISOString();
    expect((await list(`created_at_gt=${day.slice(0, 10)}`)).ids).toEqual([third?.id, second?.id]);
    expect((await list(`created_at_lt=${encodeURIComponent(day)}`)).ids).toEqual([first?.id]);
    const page = await list('page=2&per_page=2');
    expect([page.ids, page.total]).toEqual([[first?.id], '3']);
    expect(page.link).not.toContain('rel="next"');
    expect((await service.get(service.at, call)).body[0]).toEqual(await service.again(third as { id: string }, call));
    await service.del(`/v3.6/applicants/${ann}`, call);
    expect(await list('')).toMatchObject({ ids: [third?.id], total: '1' });
  });

  it.each([
    ['status=done', 'status'],
    ['sort=up', 'sort'],
    ['created_at_gt=yesterday', 'created_at_gt'],
    ['created_at_lt=2026-02-30', 'created_at_lt'],
    ['page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const answer = await service.get(`${service.at}?${query}`);
    expect(outcome(answer)).toEqual(validationError({ [field]: [expect.any(String)] }));
  });

  it('of an unknown applicant is not found', async () => {
    const answer = await service.get(`${service.at}?applicant_id=${unknownId}`);
    expect(outcome(answer)).toEqual(notFound('Applicant', unknownId));
  });
});
