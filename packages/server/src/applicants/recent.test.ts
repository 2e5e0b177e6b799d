import { expect, it } from 'vitest';
import { DAY_MS } from '../base/clock.ts';
import { SEAL_HEAD_BYTES } from '../store/queries/applicants.ts';
import type { Store } from '../store/store.ts';
import { useService } from '../testing/service.ts';
import { emptyApplicant } from './applicant.ts';
import { RecentApplicants } from './recent.ts';

const service = useService();

it('never answers with an applicant that is remembered but changed, gone or another’s', async () => {
  const { body: jane } = await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
  const path = `/v3.6/applicants/${jane.id}`;
  expect((await service.get(path)).body).toEqual(jane);

  await service.put(path, { last_name: 'Roe' });
  expect((await service.get(path)).body).toEqual({ ...jane, last_name: 'Roe' });

  await service.del(path);
  expect((await service.get(path)).status).toBe(410);
  await service.post(`${path}/restore`);
  expect((await service.get(path)).status).toBe(200);

  expect((await service.get(path, { token: service.other.sandboxToken })).status).toBe(404);
  expect((await service.get(path, { token: service.liveToken })).status).toBe(404);

  await service.del(path);
  service.clock.advance(20 * DAY_MS);
  await service.settle();
  expect((await service.get(path)).status).toBe(410);
});

it('remembers nothing of an applicant that is erased while it is read', async () => {
  let notify: (id: string) => void = () => undefined;
  const onSignal: Store['onSignal'] = (_topic, listener) => {
    notify = listener;
    return () => undefined;
  };
  const recent = new RecentApplicants({ exclusive: false, onSignal } as Store);
  const opener = { sandbox: true, vault: { open: () => emptyApplicant } } as never;
  const rows = ['jane', 'joan'].map((id) => {
    return { id, created_at: 1, delete_at: null, clock_id: null, data: Buffer.from(id.padEnd(SEAL_HEAD_BYTES)) };
  });
  const read = await recent.ofRows(opener, async () => {
    notify('jane');
    return rows;
  });
  expect(read.map(({ id }) => id)).toEqual(['jane', 'joan']);
  const remembered = rows.map(({ data, ...row }) => recent.ofVersions([{ ...row, version: data.toString('hex') }]));
  expect(remembered).toEqual([[], [read[1]]]);
});

it('reads the applicants of one turn in one statement, and the data of unknown versions only', async () => {
  const recent = new RecentApplicants({ exclusive: false, onSignal: () => () => undefined } as never);
  const vault = {
    open: (id: string) => {
      if (id === 'broken') throw new Error('the seal is broken');
      return { ...emptyApplicant, first_name: id };
    },
  };
  const dataOf = (id: string) => Buffer.from(id.padEnd(SEAL_HEAD_BYTES));
  const asked: Record<string, string>[] = [];
  let delete_at: number | null = null;
  const read = {
    all: async (_query: unknown, { versions }: { versions: string }) => {
      asked.push(JSON.parse(versions));
      const known = JSON.parse(versions) as Record<string, string>;
      return Object.keys(known)
        .filter((id) => id !== 'missing')
        .map((id) => ({ id, created_at: 1, delete_at, data: known[id] ? null : dataOf(id) }));
    },
  };
  const reading = { account_id: 'alice', environment: 'sandbox', sandbox: true, vault, read } as never;
  const inLive = { account_id: 'alice', environment: 'live', sandbox: false, vault, read } as never;
  const readAll = (...ids: string[]) => Promise.allSettled(ids.map((id) => recent.readShared(reading, id)));

  const [[jane, broken, missing, again], [joan]] = await Promise.all([
    readAll('jane', 'broken', 'missing', 'jane'),
    Promise.allSettled([recent.readShared(inLive, 'joan')]),
  ]);
  expect(jane).toMatchObject({ value: { id: 'jane', first_name: 'jane', delete_at: null, sandbox: true } });
  expect(again).toEqual(jane);
  expect(broken).toEqual({ status: 'rejected', reason: new Error('the seal is broken') });
  expect(missing).toEqual({ status: 'fulfilled', value: undefined });
  expect(joan).toMatchObject({ value: { id: 'joan', sandbox: false } });
  expect(asked).toEqual([{ jane: '', broken: '', missing: '' }, { joan: '' }]);

  expect(await readAll('jane')).toEqual([jane]);
  expect(asked[2]).toEqual({ jane: dataOf('jane').toString('hex') });
  // The time of deletion is not part of the version.
  delete_at = 5;
  expect(await readAll('jane')).toMatchObject([{ value: { id: 'jane', delete_at: 5 } }]);
});
