import { beforeAll, describe, expect, test } from 'vitest';
import { mergePatch } from '../../base/merge-patch.ts';
import { answers } from '../../reports/sandbox/testing/subject.ts';
import { useService } from '../../testing/service.ts';
import { eventsOf } from '../v3/testing/events.ts';
import { anId, notFound, outcome, timeOf, unknownId } from '../v3/testing/story.ts';
import { created, earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService({ settings: { sandboxDelay: '1000' } });
let pausing: { token: string };
beforeAll(async () => {
  const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
  pausing = { token };
});

const others = () => [service.other.sandboxToken, service.other.liveToken, service.liveToken];

describe.each(earlierVersions)('%s', (version) => {
  const story = () => earlierStoryOf(service, version);

  /** A report key by key, in the order of the wire. */
  function bodyOf(check: string, id: string, { documents, ...more }: Record<string, unknown>) {
    const href = `/${version}/checks/${check}/reports/${id}`;
    const created_at = timeOf(service);
    const { name, status, result, sub_result, variant, breakdown, properties } = more;
    if (version === 'v1') {
      return { id, name, created_at, status, result, variant, options: [], href, breakdown, properties };
    }
    const body = { id, created_at, href, name, status, result, sub_result, variant, properties, breakdown };
    return documents ? { ...body, documents } : body;
  }

  test('says nothing but its name until it is complete', async () => {
    const applicant = await story().applicant();
    const document = await story().document(applicant);
    const order = [{ name: 'document' }, { name: 'identity', variant: 'kyc' }];
    const { id, reports } = await story().checked(applicant, order, { async: true });
    const waiting = { status: 'awaiting_data', result: null, sub_result: null, breakdown: {}, properties: {} };
    const documents = [{ id: document }];
    const expected = [
      bodyOf(id, reports[0].id, { name: 'document', variant: null, documents, ...waiting }),
      bodyOf(id, reports[1].id, { name: 'identity', variant: 'kyc', ...waiting }),
    ];
    expect(JSON.stringify(reports)).toBe(JSON.stringify(expected));
    expect(reports[0].id).toEqual(anId);
    const list = await service.get(`/${version}/checks/${id}/reports/`);
    expect(list.bytes.toString()).toBe(JSON.stringify({ reports: expected }));
    service.clock.advance(1000);
    await service.settle();
    const ended = (await service.get(`/${version}/checks/${id}/reports/${reports[1].id}`)).body;
    const { sources: _, ...breakdown } = answers.clear.identity_enhanced!.breakdown;
    const agencies = { result: 'clear', properties: { number_of_credit_agencies: '1' } };
    const named = mergePatch(breakdown, {
      address: { breakdown: { credit_agencies: { properties: { number_of_matches: null } } } },
    });
    expect(ended).toEqual({
      ...expected[1],
      status: 'complete',
      result: 'clear',
      properties: {},
      breakdown: mergePatch(named, { address: { breakdown: { credit_agencies: agencies } } }),
    });
  });

  test('a document report has the tree of v3.2, and sub-results in v2 alone', async () => {
    const applicant = await story().applicant({ last_name: 'caution' });
    const document = await story().document(applicant);
    const { id, reports } = await story().checked(applicant, [{ name: 'document', variant: 'standard' }]);
    const { breakdown, properties } = answers.clear.document!;
    const comparison = breakdown.data_comparison as { breakdown: object };
    const last_name = { result: 'consider', properties: {} };
    const tree = {
      ...breakdown,
      data_comparison: { result: 'consider', breakdown: { ...comparison.breakdown, last_name } },
      compromised_document: { result: 'clear' },
    };
    expect(reports).toEqual([
      bodyOf(id, reports[0].id, {
        name: 'document',
        variant: 'standard',
        status: 'complete',
        result: 'consider',
        sub_result: 'caution',
        documents: [{ id: document }],
        breakdown: tree,
        properties: { ...properties, last_name: 'SPECIMEN' },
      }),
    ]);
  });

  test('is listed by pages where a client asks for them', async () => {
    const applicant = await story().applicant();
    const order = ['kyc', 'full', 'aml'].map((variant) => ({ name: 'watchlist', variant }));
    const { id, reports } = await story().checked(applicant, order);
    const path = `/${version}/checks/${id}/reports`;
    const { body, headers } = await service.get(`${path}?page=2&per_page=2`);
    expect(body).toEqual({ reports: [reports[2]] });
    expect(headers['x-total-count']).toBe('3');
    expect((await service.get(`${path}?page=3&per_page=2`)).body).toEqual({ reports: [] });
    const { status, body: wrong } = await service.get(`${path}?page=0`);
    expect([status, wrong.error.type]).toEqual([422, 'validation_error']);
  });

  test('belongs to its check, account and environment', async () => {
    const applicant = await story().applicant();
    const order = [{ name: 'watchlist' }];
    const [one, two] = [await story().checked(applicant, order), await story().checked(applicant, order)];
    const { id, href } = one.reports[0];
    const foreign = `/${version}/checks/${two.id}/reports/${id}`;
    const unknown = [foreign, `/${version}/checks/${unknownId}/reports/${id}`];
    for (const path of unknown) {
      const { status, body } = await service.get(path);
      expect([status, body.error.message]).toEqual([404, notFound('Report', id).body.error.message]);
    }
    expect((await service.get(`/${version}/checks/${unknownId}/reports`)).status).toBe(404);
    for (const token of others()) {
      for (const path of [href, `/${version}/checks/${one.id}/reports`]) {
        expect((await service.get(path, { token })).status).toBe(404);
      }
    }
  });

  test('a new one on an account with pausing stands still until its check is resumed', async () => {
    const applicant = await story().applicant({}, pausing);
    const check = await story().checked(applicant, [{ name: 'watchlist' }], {}, pausing);
    const paused = { status: 'paused', result: null, form_uri: null };
    expect(check).toMatchObject({ ...paused, ...(version === 'v2' ? { paused: true } : {}) });
    expect(check.reports[0]).toMatchObject({ status: 'paused', result: null, breakdown: {}, properties: {} });
    for (const token of others()) {
      expect((await service.post(`/${version}/checks/${check.id}/resume`, undefined, { token })).status).toBe(404);
    }
    const answer = await service.post(`/${version}/checks/${check.id}/resume`, undefined, pausing);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
    await service.settle();
    const { body } = await service.get(`${story().checks(applicant)}/${check.id}`, pausing);
    expect(body).toMatchObject({ status: 'complete', result: 'clear', ...(version === 'v2' ? { paused: false } : {}) });
  });

  test('a paused standard check waits for its applicant when it is resumed', async () => {
    const applicant = await story().applicant({}, pausing);
    const more = { type: 'standard', suppress_form_emails: true };
    const check = await story().checked(applicant, [{ name: 'watchlist' }], more, pausing);
    expect(check).toMatchObject({ status: 'paused', type: 'standard', form_uri: expect.any(String) });
    await service.post(`/${version}/checks/${check.id}/resume`, undefined, pausing);
    const { body } = await service.get(`${story().checks(applicant)}/${check.id}`, pausing);
    expect(body).toMatchObject({ status: 'awaiting_applicant', result: null });
  });
});

describe('reports of v2 on an account with pausing', () => {
  const story = () => earlierStoryOf(service, 'v2');

  async function paused() {
    const applicant = await story().applicant({}, pausing);
    const order = [{ name: 'watchlist' }, { name: 'identity' }];
    const { id, reports, href } = await story().checked(applicant, order, { consider: ['watchlist'] }, pausing);
    const [first, second] = reports.map((one: { href: string }) => one.href) as [string, string];
    const poke = async (path: string, call = pausing) => {
      const answer = await service.post(path, undefined, call);
      await service.settle();
      return [answer.status, answer.bytes.length];
    };
    const state = async () => {
      const { body } = await service.get(`${href}?expand=reports`, pausing);
      return [body.status, body.result, ...body.reports.map(({ status }: { status: string }) => status)];
    };
    return { id, first, second, poke, state };
  }

  test('are cancelled and resumed one by one', async () => {
    const { id, first, second, poke, state } = await paused();
    expect(await state()).toEqual(['paused', null, 'paused', 'paused']);
    expect(await poke(`${first}/cancel`)).toEqual([204, 0]);
    expect(await state()).toEqual(['paused', null, 'cancelled', 'paused']);
    const cancelled = { status: 'cancelled', result: null, sub_result: null, breakdown: {}, properties: {} };
    expect((await service.get(first, pausing)).body).toMatchObject(cancelled);
    expect(await poke(`${second}/resume`)).toEqual([204, 0]);
    // The cancelled one was to be consider, and has no part in it.
    expect(await state()).toEqual(['complete', 'clear', 'cancelled', 'complete']);
    for (const path of [`${first}/resume`, `${second}/cancel`]) expect(await poke(path)).toEqual([204, 0]);
    expect(await state()).toEqual(['complete', 'clear', 'cancelled', 'complete']);
    expect((await eventsOf(service, id)).map((event) => event.split(' ')[0])).toEqual([
      ...['report.cancelled', 'check.started', 'report.resumed', 'report.completed', 'check.completed'],
    ]);
  });

  test('listen to their own account, environment and check only', async () => {
    const { first, poke, state } = await paused();
    const other = await paused();
    const foreign = first.replace(/checks\/[^/]+/, `checks/${other.id}`);
    const id = first.split('/').at(-1)!;
    for (const verb of ['resume', 'cancel']) {
      for (const token of others()) expect((await poke(`${first}/${verb}`, { token }))[0]).toBe(404);
      expect(outcome(await service.post(`${foreign}/${verb}`, undefined, pausing))).toEqual(notFound('Report', id));
      expect((await service.post(`${first.replace('v2', 'v1')}/${verb}`, undefined, pausing)).status).toBe(404);
    }
    expect(await state()).toEqual(['paused', null, 'paused', 'paused']);
  });
});

describe('repeat attempts of v2', () => {
  const path = (id: string) => `/v2/repeat_attempts/${id}`;
  const calls = ['POST', 'GET'] as const;

  test.each(calls)('%s: keywords are answered byte for byte in sandbox', async (method) => {
    for (const keyword of ['match', 'mismatch', 'empty']) {
      const { status, bytes } = await service.call(method, path(keyword));
      expect([status, bytes.toString()]).toEqual([200, JSON.stringify(answers['repeat attempts'][keyword])]);
    }
    const error = await service.call(method, `${path('error')}/`);
    expect([error.status, error.body]).toEqual([422, answers['repeat attempts'].error]);
    for (const keyword of ['Match', 'MATCH', 'nothing', unknownId]) {
      expect(outcome(await service.call(method, path(keyword)))).toEqual(notFound('Report', keyword));
    }
    const { status } = await service.call(method, path('match'), { token: service.liveToken });
    expect(status).toBe(404);
    expect((await service.call(method, '/v1/repeat_attempts/match')).status).toBe(404);
  });

  test.each(calls)('%s: a complete document report is asked about by its id', async (method) => {
    const story = earlierStoryOf(service, 'v2');
    const applicant = await story.applicant();
    await story.document(applicant);
    const { reports } = await story.checked(applicant, [{ name: 'document' }, { name: 'watchlist' }]);
    const [document, watchlist] = reports.map(({ id }: { id: string }) => id) as [string, string];
    const { status, body } = await service.call(method, path(document));
    expect([status, body]).toEqual([
      200,
      {
        report_id: document,
        repeat_attempts: [],
        attempts_count: 1,
        attempts_clear_rate: 1,
        unique_mismatches_count: 0,
      },
    ]);
    expect(outcome(await service.call(method, path(watchlist)))).toEqual(notFound('Report', watchlist));
    for (const token of others()) expect((await service.call(method, path(document), { token })).status).toBe(404);
    const waiting = created(await story.check(applicant, [{ name: 'document' }], { async: true })).reports[0].id;
    expect(outcome(await service.call(method, path(waiting)))).toEqual(notFound('Report', waiting));
  });
});
