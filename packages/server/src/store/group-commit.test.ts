import { beforeEach, describe, expect, it } from 'vitest';
import { GroupCommit } from './group-commit.ts';
import { hasUnknownOutcome } from './outcome.ts';

/** What was asked of the database and the disk, in order. */
let done: string[];
/** Ends the sync that is under way. */
let endSync: (error?: Error) => void;
/** Resolves when a sync is under way. */
let syncing: Promise<void>;
let begun: () => void;
let restartFails: boolean;
let commits: GroupCommit<string>;

beforeEach(() => {
  done = [];
  restartFails = false;
  syncing = new Promise((resolve) => {
    begun = resolve;
  });
  commits = new GroupCommit(
    (sql) => done.push(sql),
    async (work, signal) => {
      done.push(work);
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

  it('fails as a whole when the disk fails, and the log begins anew before the next', async () => {
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
