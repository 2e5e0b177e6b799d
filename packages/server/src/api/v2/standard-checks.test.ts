import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { browserOf } from '../../pages/form/testing/form.ts';
import { useService } from '../../testing/service.ts';
import { eventsOf } from '../v3/testing/events.ts';
import { anId, asRequested } from '../v3/testing/story.ts';
import { earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService({ settings: { sandboxDelay: '1000' } });

const others = () => [service.other.sandboxToken, service.other.liveToken, service.liveToken];
const order = [{ name: 'document' }, { name: 'facial_similarity', variant: 'standard' }, { name: 'identity' }];
const asked = { type: 'standard', redirect_uri: 'https://alice.example/done', suppress_form_emails: true };

describe.each(earlierVersions)('%s', (version) => {
  const story = () => earlierStoryOf(service, version);

  test('a standard check waits for what its applicant gives by the form', async () => {
    const applicant = await story().applicant();
    const check = await story().checked(applicant, order, asked);
    expect(check).toMatchObject({
      id: anId,
      status: 'awaiting_applicant',
      result: null,
      type: 'standard',
      redirect_uri: 'https://alice.example/done',
      reports: order.map(({ name }) => ({
        name,
        status: 'awaiting_data',
        result: null,
        breakdown: {},
        properties: {},
      })),
    });
    expect(check.form_uri).toMatch(new RegExp(`^${service.baseUrl}/forms/${check.id}/[\\w-]{32}$`));
    const at = `${story().checks(applicant)}/${check.id}`;
    const ids = check.reports.map(({ id }: { id: string }) => id);
    const read = { ...check, reports: ids };
    expect((await service.get(at)).body).toEqual(read);
    // Time alone moves nothing, nor does a resumption of a check that isn't paused.
    service.clock.advance(DAY_MS);
    await service.settle();
    expect((await service.post(`/${version}/checks/${check.id}/resume`)).status).toBe(204);
    expect((await service.get(at)).body).toEqual(read);
    const { body: later } = await service.get(`/v3.6/checks/${check.id}`);
    expect(later).toMatchObject({
      applicant_provides_data: true,
      form_uri: check.form_uri,
      report_ids: asRequested(ids),
    });
    for (const token of others()) expect((await service.get(at, { token })).status).toBe(404);
  });

  test('it runs with what was given', async () => {
    const applicant = await story().applicant();
    const { id, form_uri } = await story().checked(applicant, order, asked);
    const page = browserOf(service, form_uri);
    await page.get();
    await page.fillIn();
    const sent = await page.post('check');
    expect([sent.status, sent.headers.location]).toEqual([303, asked.redirect_uri]);
    service.clock.advance(1000);
    await service.settle();
    const { body } = await service.get(`${story().checks(applicant)}/${id}?expand=reports`);
    expect(body).toMatchObject({ status: 'complete', result: 'clear', type: 'standard', form_uri });
    const { documents } = (await service.get(`/v2/applicants/${applicant}/documents`)).body;
    const passport = documents.find((one: { type: string }) => one.type === 'passport').id;
    if (version === 'v2') expect(body.reports[0].documents).toEqual([{ id: passport }]);
    const { face_match } = body.reports[1].breakdown.face_comparison.breakdown;
    expect(face_match.properties.document_id).toBe(passport);
    const { addresses, dob } = (await service.get(`/v2/applicants/${applicant}`)).body;
    expect([dob, addresses[0].postcode]).toEqual(['1980-03-31', 'SW4 6EH']);
  });

  test('the applicant may be charged for it, which the service ignores', async () => {
    const applicant = await story().applicant();
    const check = await story().checked(applicant, [{ name: 'watchlist' }], {
      ...asked,
      charge_applicant_for_check: true,
    });
    expect(check.status).toBe('awaiting_applicant');
    expect(check).not.toHaveProperty('charge_applicant_for_check');
    expect(check).not.toHaveProperty('suppress_form_emails');
  });

  test('a paused one whose form was sent starts when it is resumed, else it waits for the form', async () => {
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    const call = { token };
    const applicant = await story().applicant({}, call);
    const check = await story().checked(applicant, order, { ...asked, redirect_uri: null, async: true }, call);
    expect(check.status).toBe('paused');
    const at = `${story().checks(applicant)}/${check.id}`;
    const resume = () => service.post(`/${version}/checks/${check.id}/resume`, undefined, call);
    const page = browserOf(service, check.form_uri);
    await page.get();
    await page.fillIn();
    expect(page.ledTo(await page.post('check'))).toBe('sent');
    // Nothing starts before the client wants it.
    service.clock.advance(DAY_MS);
    await service.settle();
    const waiting = (await service.get(`${at}?expand=reports`, call)).body;
    expect([waiting.status, ...waiting.reports.map((report: { status: string }) => report.status)]).toEqual([
      ...['paused', 'paused', 'paused', 'paused'],
    ]);
    // Another form may be asked for meanwhile.
    const second = await story().checked(applicant, [{ name: 'watchlist' }], asked, call);
    for (const other of others()) {
      expect((await service.post(`/${version}/checks/${check.id}/resume`, undefined, { token: other })).status).toBe(
        404,
      );
    }
    expect((await resume()).status).toBe(204);
    expect((await service.get(at, call)).body.status).toBe('in_progress');
    service.clock.advance(1000);
    await service.settle();
    expect((await service.get(at, call)).body).toMatchObject({ status: 'complete', result: 'clear' });
    const events = (await eventsOf(service, check.id)).map((event) =>
      event
        .split(' ')
        .filter((_, n) => n !== 1)
        .join(' '),
    );
    expect(events.filter((event) => event.startsWith('check.'))).toEqual([
      'check.form_opened paused',
      'check.form_completed paused',
      'check.started in_progress',
      'check.completed complete',
    ]);
    expect((await service.post(`/${version}/checks/${second.id}/resume`, undefined, call)).status).toBe(204);
    const other = (await service.get(`${story().checks(applicant)}/${second.id}`, call)).body;
    expect(other.status).toBe('awaiting_applicant');
  });

  test('it waits whether its client does or not', async () => {
    for (const asynchronous of [true, false]) {
      const applicant = await story().applicant();
      const { status } = await story().checked(applicant, [{ name: 'watchlist' }], { ...asked, asynchronous });
      expect(status).toBe('awaiting_applicant');
    }
  });
});
