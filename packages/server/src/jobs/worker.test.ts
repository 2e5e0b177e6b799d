import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { makeIds } from '../base/ids.ts';
import { Metrics } from '../metrics/metrics.ts';
import { countJobs, deleteJobsOf } from '../store/queries/jobs.ts';
import type { Scope } from '../store/query.ts';
import type { JobRow } from '../store/schema.ts';
import { TestClock } from '../testing/clock.ts';
import { openTestStore } from '../testing/store.ts';
import { enqueue, type NewJob, type QueueServices } from './queue.ts';
import { Interrupted, type JobHandler, type JobHold, LeaseLost, startWorker, type Worker } from './worker.ts';

const alice: Scope = { account_id: 'alice', environment: 'sandbox' };
const clock = new TestClock();
let services: QueueServices;
let drop: () => Promise<void>;
const workers: Worker[] = [];

beforeAll(async () => {
  const opened = await openTestStore();
  drop = opened.drop;
  services = {
    clock,
    ids: makeIds(clock),
    store: opened.store,
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
  };
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));
afterAll(() => drop());

const add = (job: NewJob) => services.store.transaction((tx) => enqueue(services, tx, alice, job));
const finish = (hold: JobHold) => services.store.transaction((tx) => hold.done(tx));
const left = async () => (await services.store.system.all(countJobs, {})).reduce((sum, { n }) => sum + Number(n), 0);

function work(handler: Partial<JobHandler> & Pick<JobHandler, 'run'>): Worker {
  const worker = startWorker(services, [{ kind: 'blob', concurrency: 8, perLane: 8, ...handler }]);
  workers.push(worker);
  return worker;
}

describe('a worker', () => {
  it('does jobs in the order in which they were made, and future jobs when their time comes', async () => {
    const done: string[] = [];
    for (const ref of ['one', 'two', 'three']) await add({ kind: 'blob', ref });
    await add({ kind: 'blob', ref: 'later', runAt: clock.now() + MINUTE_MS });
    const worker = work({
      concurrency: 1,
      run: async (job, hold) => {
        done.push(job.ref);
        await finish(hold);
      },
    });
    await worker.settle();
    expect(done).toEqual(['one', 'two', 'three']);
    clock.advance(59_999);
    await worker.settle();
    expect(done).toEqual(['one', 'two', 'three']);
    clock.advance(1);
    await worker.settle();
    expect(done).toEqual(['one', 'two', 'three', 'later']);
    expect(await left()).toBe(0);
  });

  it.skipIf(!process.env.DATABASE_URL)(
    'looks again for a job that another transaction has locked (needs PostgreSQL)',
    async () => {
      await add({ kind: 'blob', ref: 'locked' });
      const { store } = services;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isLocked = () => {};
      const locked = new Promise<void>((resolve) => {
        isLocked = resolve;
      });
      const deletion = store.transaction(async (tx) => {
        await tx.run(deleteJobsOf, { ref: 'locked', kind: 'blob' });
        isLocked();
        await released;
      });
      await locked;
      const done: string[] = [];
      const settled = work({ run: async (job) => void done.push(job.ref) }).settle();
      // The worker finds no job meanwhile, and sees that one is due.
      for (let look = 0; look < 20; look++) await left();
      release();
      await deletion;
      await settled;
      expect([done, await left()]).toEqual([[], 0]);
    },
  );

  it('never lets one lane hold up another', async () => {
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    for (let i = 0; i < 50; i++) await add({ kind: 'blob', ref: `slow ${i}`, lane: 'slow' });
    await add({ kind: 'blob', ref: 'quick', lane: 'quick' });
    const quick = new Promise<void>((resolve) => {
      work({
        concurrency: 4,
        perLane: 2,
        run: async (job, hold) => {
          if (job.lane === 'slow') await stuck;
          done.push(job.ref);
          await finish(hold);
          if (job.ref === 'quick') resolve();
        },
      });
    });
    await quick;
    expect(done).toEqual(['quick']);
    release();
    await workers[0]?.settle();
    expect(done).toHaveLength(51);
  });

  it('claims jobs only if one is due and may start', async () => {
    const claims = vi.spyOn(services.store, 'transaction');
    onTestFinished(() => claims.mockRestore());
    await work({ run: () => Promise.reject() }).settle();
    expect(claims).toHaveBeenCalledTimes(0);
    await workers.pop()?.stop();

    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    for (const ref of ['first', 'second']) await add({ kind: 'blob', ref, lane: 'slow' });
    claims.mockClear();
    const worker = work({
      perLane: 1,
      run: async (job, hold) => {
        await stuck;
        done.push(job.ref);
        await finish(hold);
      },
    });
    // The first claim finds a job, the second one finds that its lane is full.
    await expect.poll(() => claims.mock.calls).toHaveLength(2);
    for (let look = 0; look < 20; look++) {
      clock.advance(1);
      await left();
    }
    expect(claims).toHaveBeenCalledTimes(2);
    release();
    await worker.settle();
    expect(done).toEqual(['first', 'second']);
  });

  it('tries a job that was interrupted again after a second, as if it had not been begun', async () => {
    const attempts: number[] = [];
    await add({ kind: 'blob', ref: 'long' });
    const worker = work({
      run: async (job, hold) => {
        attempts.push(job.attempts);
        if (attempts.length < 4) throw new Interrupted('The service is shutting down');
        await finish(hold);
      },
    });
    await worker.settle();
    for (let i = 0; i < 3; i += 1) {
      clock.advance(1000);
      await worker.settle();
    }
    expect([attempts, await left()]).toEqual([[1, 1, 1, 1], 0]);
  });

  it('gives a job back that has not ended when the worker stops, and another worker takes it up at once', async () => {
    await add({ kind: 'blob', ref: 'hangs' });
    let resume = () => {};
    const fences: number[] = [];
    const late: unknown[] = [];
    const stopping = work({
      run: async (job, hold) => {
        fences.push(job.fence);
        await new Promise<void>((done) => {
          resume = done;
        });
        await finish(hold).catch((error) => late.push(error));
      },
    });
    await expect.poll(() => fences).toEqual([1]);
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const stopped = stopping.stop();
      vi.advanceTimersByTime(3_000);
      await stopped;
    } finally {
      vi.useRealTimers();
    }
    const next = work({
      run: async (job, hold) => {
        fences.push(job.fence);
        await finish(hold);
      },
    });
    await next.settle();
    resume();
    await expect.poll(() => late).toEqual([expect.any(LeaseLost)]);
    expect([fences, await left()]).toEqual([[1, 2], 0]);
  });

  it('tries a job that throws again, later each time, until it is done', async () => {
    const start = clock.now();
    const tries: number[] = [];
    await add({ kind: 'blob', ref: 'fragile' });
    const worker = work({
      run: async (_job, hold) => {
        tries.push(clock.now() - start);
        if (tries.length < 4) throw new Error('not yet');
        await finish(hold);
      },
    });
    await worker.settle();
    for (let i = 0; i < 7; i++) {
      clock.advance(1_000);
      await worker.settle();
    }
    expect(tries).toEqual([0, 1_000, 3_000, 7_000]);
    expect(await left()).toBe(0);
  });
});

describe('a lease', () => {
  it('runs out when its worker is dead, and what the dead one still writes is refused', async () => {
    await add({ kind: 'blob', ref: 'fenced' });
    const holds: JobHold[] = [];
    let taken = () => {};
    const first = new Promise<void>((resolve) => {
      taken = resolve;
    });
    // This worker takes the job and says no more, as one does that was stopped in a debugger or swapped out.
    const dead = startWorker(services, [
      {
        kind: 'blob',
        concurrency: 1,
        perLane: 1,
        run: (_job: JobRow, hold) => {
          holds.push(hold);
          taken();
          return new Promise<void>(() => undefined);
        },
      },
    ]);
    await first;
    void dead;

    // Its heartbeat would prolong the lease, so time passes at one stroke for the other worker's claim only.
    const late = new TestClock(clock.now() + 31_000);
    const other = startWorker({ ...services, clock: late }, [
      {
        kind: 'blob',
        concurrency: 1,
        perLane: 1,
        run: async (_job, hold) => {
          holds.push(hold);
          await finish(hold);
        },
      },
    ]);
    workers.push(other);
    await other.settle();
    expect(holds).toHaveLength(2);
    expect(await left()).toBe(0);
    await expect(finish(holds[0] as JobHold)).rejects.toThrow(LeaseLost);
  });

  it('that ends before its job starts lets the job start twice, and the worker waits for both', async () => {
    await add({ kind: 'blob', ref: 'late' });
    const { store } = services;
    const transaction = store.transaction.bind(store);
    const claims = vi.spyOn(store, 'transaction').mockImplementationOnce(async (body) => {
      const claimed = await transaction(body);
      clock.advance(31_000);
      return claimed;
    });
    onTestFinished(() => claims.mockRestore());
    const resumes: (() => void)[] = [];
    const ended: unknown[] = [];
    const worker = work({
      run: async (_job, hold) => {
        await new Promise<void>((resume) => resumes.push(resume));
        await finish(hold).then(
          () => ended.push('done'),
          (error) => ended.push(error),
        );
      },
    });
    const settled = worker.settle().then(() => ended.push('settled'));
    await expect.poll(() => resumes).toHaveLength(2);
    resumes[0]?.();
    await expect.poll(() => ended[0]).toBeInstanceOf(LeaseLost);
    // Time for the worker to look for more work, and to see that the second run has not ended.
    for (let look = 0; look < 20; look++) await left();
    resumes[1]?.();
    await settled;
    expect([ended, await left()]).toEqual([[expect.any(LeaseLost), 'done', 'settled'], 0]);
  });
});
