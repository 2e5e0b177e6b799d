import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { watchlistStory } from '../api/operator/testing/watchlists.ts';
import { type RunService, startWithWorkflows } from '../api/v3/testing/runs.ts';
import { workflowIds } from '../workflows/testing/write.ts';
import { type Receiver, register, startReceiver } from './testing/receiver.ts';

/** The object of an event, as the receiver read it before it answered the event. */
interface Read {
  readonly action: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
  readonly body: any;
}

let service: RunService;
let receiver: Receiver | undefined;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { analysis: 'on' } });
});
afterEach(async () => {
  await receiver?.close();
});
afterAll(() => service.close());

/** Starts a receiver that reads the object of each event at once. */
async function readingReceiver(events: readonly string[], token: string) {
  const reads: Promise<Read>[] = [];
  receiver = await startReceiver((_, { body }) => {
    const { action, object } = JSON.parse(body.toString()).payload;
    const path = new URL(object.href).pathname + (action.startsWith('watchlist_monitor') ? '/matches' : '');
    reads.push(service.get(path, { token }).then((answer) => ({ action, body: answer.body })));
    return { status: 200 };
  });
  const { id } = await register(service, receiver.url, { events }, token);
  return {
    async all(): Promise<Read[]> {
      await service.settle();
      return Promise.all(reads);
    },
    end: () => service.del(`/v3.6/webhooks/${id}`, { token }),
  };
}

describe('an object that the handler of its event reads', () => {
  test('is a complete check with complete reports', async () => {
    const handler = await readingReceiver(['check.completed', 'report.completed'], service.sandboxToken);
    const checks: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const applicant_id = await service.story.applicant({ last_name: count % 2 ? 'Consider' : 'Doe' });
      const report_names = ['identity_enhanced', 'watchlist_standard'];
      const { body } = await service.story.check({
        applicant_id,
        report_names,
        privacy_notices_read_consent_given: true,
      });
      expect(body.error).toBeUndefined();
      checks.push(body.id);
    }
    await service.story.process();
    const reads = await handler.all();
    expect(reads).toHaveLength(3 * checks.length);
    for (const { action, body } of reads) {
      expect([action, body.status, typeof body.result]).toEqual([action, 'complete', 'string']);
      if (action === 'report.completed') expect(body.breakdown).toMatchObject({});
      else {
        expect(body.report_ids).toHaveLength(2);
        for (const id of body.report_ids) {
          expect((await service.get(`/v3.6/reports/${id}`)).body.status).toBe('complete');
        }
      }
    }
    const completed = reads.filter(({ action }) => action === 'check.completed').map(({ body }) => body);
    expect(completed.map(({ id }) => id).sort()).toEqual([...checks].sort());
    expect(new Set(completed.map(({ result }) => result))).toEqual(new Set(['clear', 'consider']));
    await handler.end();
  });

  test('is a run that has ended, with its output', async () => {
    const handler = await readingReceiver(['workflow_run.completed'], service.sandboxToken);
    for (const last_name of ['Doe', 'Consider']) {
      const applicant_id = await service.story.applicant({
        last_name,
        dob: '1990-01-31',
        address: { street: 'High Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
        consents: [{ name: 'privacy_notices_read', granted: true }],
      });
      await service.run(workflowIds.checkOnly, { applicant_id });
    }
    await service.story.process();
    const reads = await handler.all();
    expect(reads.map(({ body }) => body.status).sort()).toEqual(['approved', 'declined']);
    await handler.end();
  });

  test('is a monitor with the match that the event is about', async () => {
    const token = service.liveToken;
    const lists = watchlistStory(service);
    const iskra = { id: 'a1', name: 'Iskra Vrtovec Podgorska', date_of_birth: '1961', categories: 'sanction' };
    const other = { id: 'z', name: 'Zdenka Prelesnik', categories: 'sanction' };
    for (const categories of ['pep', 'warning']) await lists.load(categories, [{ ...other, categories }]);
    await lists.load('eu', [other]);
    const applicant_id = await service.story.applicant(
      {
        first_name: 'Iskra Vrtovec',
        last_name: 'Podgorska',
        dob: '1961-03-04',
        address: { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' },
      },
      { token },
    );
    const monitor = { applicant_id, report_name: 'watchlist_standard' };
    expect((await service.post('/v3.6/watchlist_monitors', monitor, { token })).status).toBe(201);
    await service.settle();
    const handler = await readingReceiver(['watchlist_monitor.matches_updated', 'check.completed'], token);
    await lists.load('eu', [other, iskra]);
    const reads = await handler.all();
    const matches = reads.filter(({ action }) => action === 'watchlist_monitor.matches_updated');
    expect(matches.map(({ body }) => body.matches)).toEqual([[{ id: expect.any(String), enabled: true }]]);
    await handler.end();
  });
});
