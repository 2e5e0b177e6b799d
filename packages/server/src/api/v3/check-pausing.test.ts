import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { eventsOf } from './testing/events.ts';
import { asRequested, storyOf, versions } from './testing/story.ts';

const service = useService({ account: { pausing: true } });

const report_names = ['watchlist_standard', 'identity_enhanced'];

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);
  const get = async (path: string) => (await service.get(`/${version}/${path}`)).body;
  const poke = async (path: string) => {
    const { status, bytes } = await service.post(`/${version}/${path}`);
    expect([status, bytes.length]).toEqual([204, 0]);
    await service.settle();
  };

  async function paused(more: object = {}) {
    const applicant_id = await story().applicant({ email: 'jane@example.com' });
    const { status, body: check } = await story().check({ applicant_id, report_names, ...more });
    expect(status).toBe(201);
    await service.settle();
    const state = async () => {
      const { status, paused, result } = await get(`checks/${check.id}`);
      const { reports } = await get(`reports?check_id=${check.id}`);
      return [status, paused, result, ...asRequested<{ status: string }[]>(reports).map((report) => report.status)];
    };
    return { id: check.id, first: check.report_ids[1], second: check.report_ids[0], check, state };
  }

  test('a new check is paused and sends no event', async () => {
    const { id, check, state } = await paused();
    expect(check).toMatchObject({ status: 'paused', paused: true, result: null, form_uri: null });
    expect(await get(`checks/${id}`)).toEqual(check);
    expect(await state()).toEqual(['paused', true, null, 'paused', 'paused']);
    expect(await eventsOf(service, id)).toEqual([]);
  });

  test('asynchronous false does not wait for it', async () => {
    expect((await paused({ asynchronous: false })).check.status).toBe('paused');
  });

  test('the check is resumed with all its reports', async () => {
    const { id, first, second, state } = await paused();
    await poke(`checks/${id}/resume`);
    expect(await state()).toEqual(['complete', false, 'clear', 'complete', 'complete']);
    const events = [
      `check.started ${id} in_progress`,
      `report.resumed ${first} awaiting_data`,
      `report.resumed ${second} awaiting_data`,
      `report.completed ${first} complete`,
      `report.completed ${second} complete`,
      `check.completed ${id} complete`,
    ];
    expect(await eventsOf(service, id)).toEqual(events);
    for (const path of [`checks/${id}/resume`, `reports/${first}/resume`, `reports/${second}/cancel`]) await poke(path);
    expect(await eventsOf(service, id)).toEqual(events);
  });

  test('reports are resumed one by one; the check starts with the last', async () => {
    const { id, first, second, state } = await paused();
    await poke(`reports/${second}/resume`);
    expect(await state()).toEqual(['paused', true, null, 'paused', 'awaiting_data']);
    await poke(`reports/${second}/resume`);
    expect(await eventsOf(service, id)).toEqual([`report.resumed ${second} awaiting_data`]);
    await poke(`reports/${first}/resume`);
    expect(await state()).toEqual(['complete', false, 'clear', 'complete', 'complete']);
    expect(await eventsOf(service, id)).toEqual([
      `report.resumed ${second} awaiting_data`,
      `check.started ${id} in_progress`,
      `report.resumed ${first} awaiting_data`,
      `report.completed ${first} complete`,
      `report.completed ${second} complete`,
      `check.completed ${id} complete`,
    ]);
  });

  test('one is cancelled, the other resumed with the check', async () => {
    const { id, first, second, state } = await paused({ consider: ['watchlist_standard'] });
    await poke(`reports/${first}/cancel`);
    expect(await state()).toEqual(['paused', true, null, 'cancelled', 'paused']);
    expect(await get(`reports/${first}`)).toMatchObject({
      result: null,
      sub_result: null,
      breakdown: {},
      properties: {},
    });
    await poke(`reports/${first}/resume`);
    expect(await state()).toEqual(['paused', true, null, 'cancelled', 'paused']);
    await poke(`checks/${id}/resume`);
    expect(await state()).toEqual(['complete', false, 'clear', 'cancelled', 'complete']);
    expect(await eventsOf(service, id)).toEqual([
      `report.cancelled ${first} cancelled`,
      `check.started ${id} in_progress`,
      `report.resumed ${second} awaiting_data`,
      `report.completed ${second} complete`,
      `check.completed ${id} complete`,
    ]);
  });

  test('all are cancelled: the check completes without a result', async () => {
    const { id, first, second, state } = await paused();
    await poke(`reports/${first}/cancel`);
    await poke(`reports/${second}/cancel`);
    expect(await state()).toEqual(['complete', false, null, 'cancelled', 'cancelled']);
    expect(await eventsOf(service, id)).toEqual([
      `report.cancelled ${first} cancelled`,
      `check.started ${id} in_progress`,
      `report.cancelled ${second} cancelled`,
      `check.completed ${id} complete`,
    ]);
  });

  test('one is resumed, then the other cancelled', async () => {
    const { first, second, state } = await paused();
    await poke(`reports/${first}/resume`);
    await poke(`reports/${second}/cancel`);
    expect(await state()).toEqual(['complete', false, 'clear', 'complete', 'cancelled']);
  });

  test('a check with a form waits for the form when it is resumed', async () => {
    const { id, check, state } = await paused({ applicant_provides_data: true });
    expect(check).toMatchObject({ status: 'paused', form_uri: expect.any(String) });
    await poke(`checks/${id}/resume`);
    expect(await state()).toEqual(['awaiting_applicant', false, null, 'awaiting_data', 'awaiting_data']);
    expect((await eventsOf(service, id)).map((event) => event.split(' ')[0])).toEqual([
      'report.resumed',
      'report.resumed',
    ]);
  });

  test('a check with a form but nothing left to ask for completes', async () => {
    const { first, second, state } = await paused({ applicant_provides_data: true });
    await poke(`reports/${first}/cancel`);
    await poke(`reports/${second}/cancel`);
    expect(await state()).toEqual(['complete', false, null, 'cancelled', 'cancelled']);
  });

  test('of many who resume and cancel at once each report listens to one', async () => {
    const { id, first, second } = await paused();
    const verbs = ['resume', 'cancel', 'resume', 'cancel'];
    const paths = [first, second].flatMap((report) => verbs.map((verb) => `reports/${report}/${verb}`));
    const answers = await Promise.all(
      [...paths, `checks/${id}/resume`].map((path) => service.post(`/${version}/${path}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await service.settle();
    expect((await get(`checks/${id}`)).status).toBe('complete');
    const types = (await eventsOf(service, id)).map((event) => event.split(' ')[0]);
    expect(types.filter((type) => type === 'check.started')).toHaveLength(1);
    expect(types.filter((type) => type === 'check.completed')).toHaveLength(1);
    expect(types.filter((type) => type === 'report.resumed' || type === 'report.cancelled')).toHaveLength(2);
  });

  test('nobody else resumes or cancels', async () => {
    const { id, first, state } = await paused();
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      for (const path of [`checks/${id}/resume`, `reports/${first}/resume`, `reports/${first}/cancel`]) {
        expect((await service.post(`/${version}/${path}`, undefined, { token })).status).toBe(404);
      }
    }
    expect(await state()).toEqual(['paused', true, null, 'paused', 'paused']);
  });
});
