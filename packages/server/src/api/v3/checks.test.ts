import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { eventsOf } from './testing/events.ts';
import {
  anId,
  gone,
  notFound,
  outcome,
  storyOf,
  timeOf,
  unknownId,
  validationError,
  versions,
} from './testing/story.ts';

const service = useService({ settings: { sandboxDelay: '1000' } });

const report_names = ['watchlist_standard', 'identity_enhanced'];

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);

  /** The exact check as it starts when only the applicant and the names are given. */
  const fresh = (id: string, applicant_id: string, report_ids: unknown) => ({
    id,
    created_at: timeOf(service),
    status: 'in_progress',
    redirect_uri: null,
    result: null,
    sandbox: true,
    tags: [],
    results_uri: `${service.baseUrl}/dashboard/checks/${id}`,
    form_uri: null,
    paused: false,
    version: version.slice(1),
    report_ids,
    href: `/${version}/checks/${id}`,
    applicant_id,
    applicant_provides_data: false,
    privacy_notices_read_consent_given: null,
    webhook_ids: null,
  });

  test('a check starts, completes by itself and sends an event for each step once', async () => {
    const applicant_id = await story().applicant();
    const { status, body: check } = await story().check({ applicant_id, report_names });
    expect(status).toBe(201);
    const expected = fresh(check.id, applicant_id, [anId, anId]);
    expect(check).toEqual(expected);
    // As published clients count on: the report that was named last comes first.
    const [second, first] = check.report_ids;
    const waiting = (id: string, name: string) => ({
      id,
      created_at: timeOf(service),
      name,
      href: `/${version}/reports/${id}`,
      status: 'awaiting_data',
      result: null,
      sub_result: null,
      check_id: check.id,
      documents: [],
      breakdown: {},
      properties: {},
    });
    const { body } = await service.get(`/${version}/reports?check_id=${check.id}`);
    expect(body).toEqual({ reports: [waiting(second, report_names[1]!), waiting(first, report_names[0]!)] });
    await story().process();
    const done = { ...expected, report_ids: check.report_ids, status: 'complete', result: 'clear' };
    expect((await service.get(`/${version}/checks/${check.id}`)).body).toEqual(done);
    expect(await eventsOf(service, check.id)).toEqual([
      `check.started ${check.id} in_progress`,
      `report.completed ${first} complete`,
      `report.completed ${second} complete`,
      `check.completed ${check.id} complete`,
    ]);
  });

  test('everything that can be given is shown, and nothing else', async () => {
    const applicant_id = await story().applicant();
    const webhook = (await service.post(`/${version}/webhooks`, { url: 'https://a.example/' })).body.id;
    const given = {
      tags: ['north', 'Ünïcode 🎉'],
      redirect_uri: 'https://example.com/done?a=1',
      privacy_notices_read_consent_given: true,
      webhook_ids: [webhook],
    };
    const ignored = {
      asynchronous: true,
      suppress_form_emails: true,
      sub_result: 'clear',
      consider: [],
      report_configuration: { facial_similarity_photo: { use_case: 'onboarding' } },
      us_driving_licence: null,
      document_ids: [],
      title: 'Dr',
    };
    const { body } = await story().check({ applicant_id, report_names, ...given, ...ignored });
    expect(body).toEqual({ ...fresh(body.id, applicant_id, [anId, anId]), ...given });
  });

  test('consent that was not given reads as null, from the answer to creation on', async () => {
    const applicant_id = await story().applicant();
    const given = { privacy_notices_read_consent_given: false };
    const { status, body } = await story().check({ applicant_id, report_names, ...given });
    expect(status).toBe(201);
    expect(body).toEqual(fresh(body.id, applicant_id, [anId, anId]));
    expect((await service.get(`/${version}/checks/${body.id}`)).body).toEqual(body);
    expect((await service.get(`/${version}/checks?applicant_id=${applicant_id}`)).body).toEqual({ checks: [body] });
  });

  test('a document named twice is looked at once', async () => {
    const applicant_id = await story().applicant();
    const document = await story().document(applicant_id);
    const body = { applicant_id, report_names: ['document'], document_ids: [document, document] };
    const { body: check } = await story().check(body);
    const report = await service.get(`/${version}/reports/${check.report_ids[0]}`);
    expect(report.body.documents).toEqual([{ id: document }]);
  });

  test('null stands for not given', async () => {
    const applicant_id = await story().applicant();
    const nothing = {
      tags: null,
      redirect_uri: null,
      privacy_notices_read_consent_given: null,
      webhook_ids: null,
      asynchronous: null,
      suppress_form_emails: null,
      sub_result: null,
      consider: null,
      document_ids: null,
      us_driving_licence: null,
      applicant_provides_data: null,
      report_configuration: null,
    };
    const { status, body } = await story().check({ applicant_id, report_names, ...nothing });
    expect(status).toBe(201);
    expect(body).toEqual(fresh(body.id, applicant_id, [anId, anId]));
  });

  test.each([
    [{ tags: 'x' }, { tags: ['must be an array'] }],
    [{ tags: [''] }, { tags: ["can't be blank"] }],
    [{ tags: ['x'.repeat(129)] }, { tags: ['is too long (maximum is 128 characters)'] }],
    [{ tags: new Array(31).fill('x') }, { tags: ['is too long (maximum is 30 entries)'] }],
    [{ redirect_uri: 'javascript:alert(1)' }, { redirect_uri: ['is invalid'] }],
    [{ redirect_uri: 'example.com' }, { redirect_uri: ['is invalid'] }],
    [{ asynchronous: 'false' }, { asynchronous: ['must be a boolean'] }],
    [{ applicant_provides_data: 1 }, { applicant_provides_data: ['must be a boolean'] }],
    [{ webhook_ids: 'x' }, { webhook_ids: ['must be an array'] }],
    [
      { report_configuration: { facial_similarity_photo: { use_case: 'x' } } },
      { report_configuration: [{ facial_similarity_photo: [{ use_case: ['is not included in the list'] }] }] },
    ],
  ])('%j is refused', async (given, fields) => {
    const applicant_id = await story().applicant();
    expect(outcome(await story().check({ applicant_id, report_names, ...given }))).toEqual(validationError(fields));
  });

  test('a check can be sent as a form', async () => {
    const applicant_id = await story().applicant();
    const form = new URLSearchParams([
      ['applicant_id', applicant_id],
      ['report_names[]', 'watchlist_standard'],
      ['tags[]', 'north'],
      ['asynchronous', 'true'],
    ]);
    const { status, body } = await service.post(`/${version}/checks`, undefined, { form });
    expect(status).toBe(201);
    expect(body).toEqual({ ...fresh(body.id, applicant_id, [anId]), tags: ['north'] });
  });

  test('lists are newest first, also of one moment', async () => {
    const applicant_id = await story().applicant();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { body } = await story().check({ applicant_id, report_names, tags: [String(i)] });
      ids.unshift(body.id);
    }
    const { status, body } = await service.get(`/${version}/checks?applicant_id=${applicant_id}`);
    expect(status).toBe(200);
    expect(body.checks.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(body.checks[0]).toEqual((await service.get(`/${version}/checks/${ids[0]}`)).body);
    expect((await service.get(`/${version}/checks/?applicant_id=${applicant_id}`)).body).toEqual(body);
    const nobody = await story().applicant();
    expect((await service.get(`/${version}/checks?applicant_id=${nobody}`)).body).toEqual({ checks: [] });
  });

  test.each([
    ['checks', 'applicant_id'],
    ['reports', 'check_id'],
  ])('GET /%s needs %s', async (path, field) => {
    const blank = validationError({ [field]: ["can't be blank"] });
    expect(outcome(await service.get(`/${version}/${path}`))).toEqual(blank);
    expect(outcome(await service.get(`/${version}/${path}?${field}=`))).toEqual(blank);
  });

  test('what does not exist is 404, what was deleted 410', async () => {
    const paths = (check: string, report: string) =>
      [
        ['GET', `checks/${check}`, 'Check', check],
        ['POST', `checks/${check}/resume`, 'Check', check],
        ['GET', `checks/${check}/download`, 'Check', check],
        ['GET', `reports?check_id=${check}`, 'Check', check],
        ['GET', `reports/${report}`, 'Report', report],
        ['POST', `reports/${report}/resume`, 'Report', report],
        ['POST', `reports/${report}/cancel`, 'Report', report],
      ] as const;
    const applicant_id = await story().applicant();
    const { check, reports } = await story().completed({ applicant_id, report_names });
    const all = paths(check.id, reports[0].id);
    for (const id of [unknownId, 'x', "' or 1=1"]) {
      for (const [method, path, resource] of paths(encodeURIComponent(id), encodeURIComponent(id))) {
        expect(outcome(await service.call(method, `/${version}/${path}`))).toEqual(notFound(resource, id));
      }
    }
    for (const token of [service.liveToken, service.other.sandboxToken, service.other.liveToken]) {
      for (const [method, path, resource, id] of all) {
        expect(outcome(await service.call(method, `/${version}/${path}`, { token }))).toEqual(notFound(resource, id));
      }
      expect(outcome(await service.get(`/${version}/checks?applicant_id=${applicant_id}`, { token }))).toEqual(
        notFound('Applicant', applicant_id),
      );
    }
    await service.del(`/${version}/applicants/${applicant_id}`);
    for (const [method, path] of all) expect(outcome(await service.call(method, `/${version}/${path}`))).toEqual(gone);
    expect(outcome(await service.get(`/${version}/checks?applicant_id=${applicant_id}`))).toEqual(gone);
  });

  test('the PDF can be had at once', async () => {
    const applicant_id = await story().applicant();
    const { body: check } = await story().check({ applicant_id, report_names });
    for (const settle of [false, true]) {
      if (settle) await story().process();
      const { status, headers, bytes } = await service.get(`/${version}/checks/${check.id}/download`);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(`attachment; filename="check_${check.id}.pdf"`);
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  test('resume and cancel change nothing unless the check is paused', async () => {
    const applicant_id = await story().applicant();
    const { body: check } = await story().check({ applicant_id, report_names });
    const poke = async () => {
      for (const path of ['resume', 'cancel'].map((verb) => `reports/${check.report_ids[0]}/${verb}`)) {
        // Old clients send the JSON literal null.
        const answer = await service.post(`/${version}/${path}`, null);
        expect([answer.status, answer.bytes.length, answer.headers['content-type']]).toEqual([204, 0, undefined]);
      }
      expect((await service.post(`/${version}/checks/${check.id}/resume`)).status).toBe(204);
    };
    await poke();
    expect((await service.get(`/${version}/checks/${check.id}`)).body).toEqual(check);
    await story().process();
    const [before, events] = [
      (await service.get(`/${version}/reports?check_id=${check.id}`)).body,
      await eventsOf(service, check.id),
    ];
    await poke();
    expect((await service.get(`/${version}/reports?check_id=${check.id}`)).body).toEqual(before);
    expect(await eventsOf(service, check.id)).toEqual(events);
  });

  test('a check in which the applicant provides the data waits for its form', async () => {
    const applicant_id = await story().applicant({ email: 'jane@example.com' });
    const body = { applicant_id, report_names: ['document', 'facial_similarity_photo'], applicant_provides_data: true };
    const { status, body: check } = await story().check(body);
    expect(status).toBe(201);
    expect(check).toEqual({
      ...fresh(check.id, applicant_id, [anId, anId]),
      status: 'awaiting_applicant',
      applicant_provides_data: true,
      form_uri: expect.stringMatching(/^https:\/\/localhost:\d+\/forms\/[0-9a-f-]{36}\/[A-Za-z0-9_-]{32}$/),
    });
    await story().process();
    expect((await service.get(`/${version}/checks/${check.id}`)).body).toEqual(check);
    expect(await eventsOf(service, check.id)).toEqual([]);
  });

  test('webhook_ids choose the receivers: null is all, an empty list none', async () => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names };
    expect((await story().check({ ...body, webhook_ids: [] })).body.webhook_ids).toEqual([]);
    expect((await story().check({ ...body, webhook_ids: null })).body.webhook_ids).toBeNull();
  });
});
