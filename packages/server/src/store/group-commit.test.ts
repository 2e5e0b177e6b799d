import { beforeEach, describe, expect, it } from 'vitest';
import { GroupCommit } from './group-commit.ts';
import { hasUnknownOutcome } from './outcome.ts';

/** Requests to the database and the disk, in order. */
let done: string[];
/** Ends the sync that is under way. */
let endSync: (error?: Error) => void;
/** Resolves when a sync is under way. */
let syncing: Promise<void>;
let begun: () => void;
let restartFails: boolean;
/** Holds the work until it resolves; undefined holds nothing. */
let running: Promise<void> | undefined;
let commits: GroupCommit<string>;

beforeEach(() => {
  done = [];
  restartFails = false;
  running = undefined;
  syncing = new Promise((resolve) => {
    begun = resolve;
  });
  commits = new GroupCommit(
    (sql) => done.push(sql),
    async (work, signal) => {
      done.push(work);
      await running;
      signal('applicant', work);
      return `${work} done`;
    },
    (_topic, id) => done.push(`signal ${id}`),
    {
      sync: () => {
        done.push('sync');
        begun();
        return new Promise((resolve, reject) => {
          endSync = (error) => (error ? reject(error) : resolve());
        });
      },
      restart: () => {
        done.push('restart');
        if (restartFails) throw new Error('no space');
      },
    },
  );
});

/** Lets the sync that comes next be waited for. */
function nextSync(): Promise<void> {
  syncing = new Promise((resolve) => {
    begun = resolve;
  });
  return syncing;
}

describe('a group of transactions', () => {
  it('is answered and signalled when its commit is on the disk, and what came meanwhile shares the next', async () => {
    const answers: unknown[] = [];
    const first = commits.add('one').then((answer) => answers.push(answer));
    await syncing;
    const later = ['two', 'three'].map((work) => commits.add(work).then((answer) => answers.push(answer)));
    const synced = commits.synced;
    expect([answers, done]).toEqual([[], ['begin immediate', 'one', 'commit', 'sync']]);
    expect(synced).toBeInstanceOf(Promise);
    const second = nextSync();
    endSync();
    await first;
    await synced;
    await second;
    expect(answers).toEqual(['one done']);
    expect(done.slice(4)).toEqual(['signal one', 'begin immediate', 'two', 'three', 'commit', 'sync']);
    endSync();
    await Promise.all(later);
    expect(answers).toEqual(['one done', 'two done', 'three done']);
    expect(commits.synced).toBeUndefined();
  });

  it('fails as a whole when the disk fails, and the log starts again before the next', async () => {
    const failing = Promise.allSettled([commits.add('one'), commits.add('two')]);
    await syncing;
    const reason = new Error('the disk is broken');
    endSync(reason);
    expect(await failing).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    // Readers see the commit: what is remembered of before is out of date, and the rows may stay.
    expect(done.slice(-3)).toEqual(['sync', 'signal one', 'signal two']);
    expect(hasUnknownOutcome(reason)).toBe(true);

    restartFails = true;
    const [refused] = await Promise.allSettled([commits.add('three')]);
    expect(refused).toEqual({ status: 'rejected', reason: new Error('no space') });
    expect(hasUnknownOutcome((refused as PromiseRejectedResult).reason)).toBe(false);
    expect(done.slice(-2)).toEqual(['signal two', 'restart']);

    restartFails = false;
    const second = nextSync();
    const fourth = commits.add('four');
    await second;
    endSync();
    expect(await fourth).toBe('four done');
    expect(done.slice(-6)).toEqual(['restart', 'begin immediate', 'four', 'commit', 'sync', 'signal four']);
  });
});

/** Waits two turns of the event loop, in which a batch that is due begins. */
const twoTurns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Expects that the next transaction begins a new log. */
async function expectNewLog(): Promise<void> {
  const synced = nextSync();
  const later = commits.add('later');
  await synced;
  endSync();
  expect(await later).toBe('later done');
  expect(done.slice(-6)).toEqual(['restart', 'begin immediate', 'later', 'commit', 'sync', 'signal later']);
}

describe('a full batch that waits while the disk syncs', () => {
  const works = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i}`);

  it('is committed at once, and answered with the next sync', async () => {
    const first = commits.add('one');
    await syncing;
    const full = Promise.all(works(32, 'full').map((work) => commits.add(work)));
    await twoTurns();
    expect(done.slice(-2)).toEqual(['full31', 'commit']);
    // A reader sees the second commit, too, and waits for the sync that covers it.
    let read = false;
    const synced = commits.synced?.then(() => {
      read = true;
    });
    const second = nextSync();
    endSync();
    expect(await first).toBe('one done');
    await second;
    expect(read).toBe(false);
    endSync();
    await synced;
    expect(await full).toEqual(works(32, 'full').map((work) => `${work} done`));
    expect(commits.synced).toBeUndefined();
  });

  it('waits for the end of the sync while it is short of one transaction', async () => {
    const first = commits.add('one');
    await syncing;
    const short = Promise.all(works(31, 'short').map((work) => commits.add(work)));
    await twoTurns();
    expect(done).toEqual(['begin immediate', 'one', 'commit', 'sync']);
    const second = nextSync();
    endSync();
    await first;
    await second;
    endSync();
    expect(await short).toHaveLength(31);
  });

  it('fails with the sync before it: its commit follows a part of the log that may be lost', async () => {
    const reason = new Error('the disk is broken');
    const failing = Promise.allSettled([commits.add('one')]);
    await syncing;
    const full = Promise.allSettled(works(32, 'full').map((work) => commits.add(work)));
    await twoTurns();
    const synced = commits.synced;
    endSync(reason);
    expect(await failing).toEqual([{ status: 'rejected', reason }]);
    expect(await full).toEqual(works(32, 'full').map(() => ({ status: 'rejected', reason })));
    await synced;
    expect(done.slice(-33)).toEqual(['one', ...works(32, 'full')].map((work) => `signal ${work}`));

    await expectNewLog();
  });

  it('fails with a sync that fails while its transactions run: its commit follows what may be lost', async () => {
    const reason = new Error('the disk is broken');
    const failing = Promise.allSettled([commits.add('one')]);
    await syncing;
    const full = Promise.allSettled(works(32, 'full').map((work) => commits.add(work)));
    let goOn = () => {};
    running = new Promise((resolve) => {
      goOn = resolve;
    });
    await twoTurns();
    expect(done.slice(-2)).toEqual(['begin immediate', 'full0']);
    endSync(reason);
    expect(await failing).toEqual([{ status: 'rejected', reason }]);
    running = undefined;
    goOn();
    expect(await full).toEqual(works(32, 'full').map(() => ({ status: 'rejected', reason })));
    // Readers see the commit.
    expect(done.slice(-33)).toEqual(['commit', ...works(32, 'full').map((work) => `signal ${work}`)]);
    expect(commits.synced).toBeUndefined();

    await expectNewLog();
  });

  it('is on the disk before the store closes', async () => {
    const first = commits.add('one');
    await syncing;
    const full = Promise.all(works(32, 'full').map((work) => commits.add(work)));
    await twoTurns();
    let closed = false;
    const closing = commits.close().then(() => {
      closed = true;
    });
    const second = nextSync();
    endSync();
    await first;
    await second;
    expect(closed).toBe(false);
    endSync();
    await closing;
    expect(await full).toHaveLength(32);
  });
});
