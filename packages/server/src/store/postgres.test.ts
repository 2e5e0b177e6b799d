import pg from 'pg';
import pino from 'pino';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { hasUnknownOutcome } from './outcome.ts';
import { openPostgres } from './postgres.ts';
import { insertAccount, updateAccount } from './queries/accounts.ts';
import { findApplicant, insertApplicant, updateApplicantData } from './queries/applicants.ts';
import { addToCounter, readCounter } from './queries/counters.ts';
import { shareApplicant } from './queries/locks.ts';
import { insertEvent } from './queries/webhooks.ts';
import type { Scope } from './query.ts';
import type { Store } from './store.ts';

const silent = pino({ level: 'silent' });
const alice: Scope = { account_id: 'alice', environment: 'sandbox' };
const row = (id: string) => ({ id, created_at: 1, delete_at: null, data: Buffer.from(id), clock_id: null });

describe.skipIf(!process.env.DATABASE_URL)('PostgreSQL', () => {
  let url: string;
  let dropDatabase: () => Promise<void>;
  let one: Store;
  let other: Store;
  let admin: pg.Client;

  beforeAll(async () => {
    ({ url, drop: dropDatabase } = (await freshDatabase()) as NonNullable<Awaited<ReturnType<typeof freshDatabase>>>);
    // Both find an empty database at once.
    [one, other] = await Promise.all([openPostgres(url, silent), openPostgres(url, silent)]);
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await Promise.all([one.close(), other.close()]);
    await dropDatabase();
  });

  const cutConnections = () =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  /** Cuts connections once one of them has sent a commit that waits. */
  async function cutWhenCommitting(): Promise<void> {
    const waiting = `select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
    while ((await admin.query(waiting)).rowCount === 0);
    await cutConnections();
  }

  it('has migrated once, whichever was first', async () => {
    const { rows } = await admin.query('select name from kysely_migration');
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('refuses the whole transaction when an insert failed without a waiting caller', async () => {
    await one.transaction((tx) => tx.within(alice).run(insertApplicant, row('taken')));
    const failing = one.transaction(async (tx) => {
      await tx.within(alice).run(insertApplicant, row('before'));
      await tx.within(alice).run(insertApplicant, row('taken'));
      await tx.within(alice).run(insertApplicant, row('after'));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    for (const id of ['before', 'after']) expect(await one.within(alice).first(findApplicant, { id })).toBeUndefined();
  });

  describe('transactions that only insert', () => {
    /** Counts the transactions of the server that wrote the rows. */
    const writersOf = async (ids: string[]) =>
      (await admin.query('select distinct xmin::text from applicants where id = any($1)', [ids])).rowCount;
    const counted = async () => (await one.within(alice).first(readCounter, { name: 'checks' }))?.n;

    const create = (id: string, slot: number) =>
      one.transaction(async (tx) => {
        await tx.within(alice).run(insertApplicant, row(id));
        await tx.within(alice).run(addToCounter, { name: 'checks', slot, by: 1 });
        tx.signal('applicant', id);
      });

    it('share commits, their rows and what they add to counters', async () => {
      const signalled: string[] = [];
      const stop = one.onSignal('applicant', (id) => signalled.push(id));
      const ids = Array.from({ length: 45 }, (_, index) => `shared${index}`);
      await Promise.all(ids.map((id, index) => create(id, index % 3)));
      stop();
      expect(signalled.sort()).toEqual(ids.sort());
      for (const id of ids) expect(await other.within(alice).first(findApplicant, { id })).toEqual(row(id));
      expect(await counted()).toBe(45);
      expect(await writersOf(ids)).toBe(2);
    });

    it('fail alone: what shared the commit is written all the same', async () => {
      await create('owned', 0);
      const before = await counted();
      const answers = await Promise.allSettled(['fresh', 'owned', 'a\0b', 'new'].map((id) => create(id, 0)));
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(answers[1]).toMatchObject({ reason: { code: '23505' } });
      for (const id of ['fresh', 'new'])
        expect(await other.within(alice).first(findApplicant, { id })).toEqual(row(id));
      expect(await counted()).toBe((before ?? 0) + 2);
    });

    it('see their own rows once they read', async () => {
      const [mine, theirs] = await one.transaction(async (tx) => {
        await tx.within(alice).run(insertApplicant, row('mine'));
        const id = 'mine';
        return [
          await tx.within(alice).first(findApplicant, { id }),
          await other.within(alice).first(findApplicant, { id }),
        ];
      });
      expect([mine, theirs]).toEqual([row('mine'), undefined]);
    });

    it('wait for no commit that another process holds up', async () => {
      await create('holds a counter', 1);
      await admin.query('begin');
      await admin.query(`update counters set n = n where account_id = 'alice'`);
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const heldUp: Promise<void>[] = [];
      for (const id of ['held1', 'held2']) {
        heldUp.push(create(id, 1));
        while ((await admin.query(waiting)).rowCount !== heldUp.length);
      }
      expect(await one.transaction((tx) => tx.within(alice).run(insertApplicant, row('passes')))).toBe(1);
      await admin.query('commit');
      await Promise.all(heldUp);
    });
  });

  it('reports the first failure, not that the rest was refused', async () => {
    const failing = one.transaction(async (tx) => {
      await tx.within(alice).run(insertApplicant, row('taken'));
      await tx.within(alice).first(findApplicant, { id: 'taken' });
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
  });

  it('runs a transaction again whose partition was attached meanwhile', async () => {
    const year = 2050;
    const event = (month: number) => ({
      id: v7({ msecs: Date.UTC(year, month) }),
      type: 'check.completed',
      resource_type: 'check',
      resource_id: 'c1',
      applicant_id: null,
      check_id: null,
      status: '',
      created_at: 1,
    });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await admin.query('begin');
    expect((await admin.query('select keep_event_quarters($1)', [Date.UTC(year, 11)])).rowCount).toBe(1);
    // The first transaction shares a commit of inserts, the second has one of its own.
    const shared = one.transaction((tx) => tx.within(alice).run(insertEvent, event(1)));
    const own = one.transaction(async (tx) => {
      await tx.within(alice).first(findApplicant, { id: 'taken' });
      return tx.within(alice).run(insertEvent, event(7));
    });
    while (((await admin.query(waiting)).rowCount ?? 0) < 2);
    await admin.query('commit');
    expect(await Promise.all([shared, own])).toEqual([1, 1]);
    const placed = 'select tableoid::regclass::text as place from events order by 1';
    expect((await admin.query(placed)).rows).toEqual([{ place: 'events_2050q1' }, { place: 'events_2050q3' }]);
  });

  it('runs one of two transactions again that wait for each other', async () => {
    const ids = ['left', 'right'] as const;
    for (const id of ids) {
      await one.transaction((tx) =>
        tx.run(insertAccount, { id, name: '', created_at: 1, settings: '{}', changed_by: null }),
      );
    }
    let runs = 0;
    let met = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const cross = (first: string, second: string) =>
      one.transaction(async (tx) => {
        runs += 1;
        await tx.run(updateAccount, { id: first, name: first, settings: '{}', changed_by: null });
        met += 1;
        if (met === 2) meet();
        await both;
        await tx.run(updateAccount, { id: second, name: first, settings: '{}', changed_by: null });
      });
    await Promise.all([cross('left', 'right'), cross('right', 'left')]);
    expect(runs).toBe(3);
  });

  it('holds an applicant that it has locked', async () => {
    await one.transaction((tx) => tx.within(alice).run(insertApplicant, row('held')));
    const order: string[] = [];
    let changing: Promise<unknown> = Promise.resolve();
    await one.transaction(async (tx) => {
      expect(await tx.within(alice).first(shareApplicant, { id: 'held' })).toEqual(row('held'));
      changing = other
        .transaction((theirs) => theirs.within(alice).run(updateApplicantData, { id: 'held', data: Buffer.from('x') }))
        .then(() => order.push('changed'));
      // A whole transaction of the other process passes meanwhile, but not the transaction that waits for the lock.
      await other.transaction((theirs) => theirs.within(alice).run(insertApplicant, row('passing')));
      order.push('released');
    });
    await changing;
    expect(order).toEqual(['released', 'changed']);
  });

  it('finds nothing under a text that it cannot hold', async () => {
    expect(await one.within(alice).first(findApplicant, { id: 'a\0b' })).toBeUndefined();
    const inside = one.transaction((tx) => tx.within(alice).first(findApplicant, { id: 'a\0b' }));
    expect(await inside).toBeUndefined();
  });

  it('notifies other processes once of its signals', async () => {
    const received: string[] = [];
    const done = new Promise<void>((resolve) => {
      for (const store of [one, other]) {
        store.onSignal('check', (id) => {
          received.push(`${store === one ? 'one' : 'other'} ${id}`);
          if (received.length === 4) resolve();
        });
      }
    });
    await one.transaction(async (tx) => {
      tx.signal('check', 'c1');
      tx.signal('check', 'c2');
    });
    await done;
    expect(received.sort()).toEqual(['one c1', 'one c2', 'other c1', 'other c2']);
  });

  describe('when NOTIFY fails', () => {
    /** Signals of `sender` that reach another process. */
    const receivedOf = async (sender: Store, signals: readonly string[], awaited: number): Promise<string[]> => {
      const received = new Set<string>();
      const stops: (() => void)[] = [];
      const done = new Promise<void>((resolve) => {
        for (const topic of ['check', 'gap'] as const) {
          const add = (id: string) => {
            received.add(`${topic} ${id}`);
            if (received.size === awaited) resolve();
          };
          stops.push(other.onSignal(topic, add));
        }
      });
      await sender.transaction(async (tx) => {
        for (const id of signals) tx.signal('check', id);
      });
      await done;
      for (const stop of stops) stop();
      return [...received].sort();
    };

    it('says that signals are lost where the server refuses what is sent', async () => {
      // A payload has less than 8,000 bytes.
      expect(await receivedOf(one, ['beside', 'x'.repeat(9_000)], 1)).toEqual(['gap ']);
      expect(await receivedOf(one, ['after'], 1)).toEqual(['check after']);
    });

    it('sends them again after an error and after a connection that breaks', async () => {
      await admin.query(`create sequence calls; create function public.pg_notify(channel text, payload text) returns void
        language plpgsql as $$ declare call bigint := nextval('calls'); begin
        if call = 1 then raise exception 'too many notifications in the NOTIFY queue' using errcode = '53400'; end if;
        if call = 2 then perform pg_sleep(20); end if;
        perform pg_catalog.pg_notify(channel, payload); end $$`);
      const shadowed = new URL(url);
      shadowed.searchParams.set('options', '-c search_path=public,pg_catalog');
      const sender = await openPostgres(shadowed.href, silent);
      try {
        const sleeping = `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event = 'PgSleep'`;
        const cut = async () => {
          while ((await admin.query(sleeping)).rowCount === 0);
        };
        const [received] = await Promise.all([receivedOf(sender, ['c3', 'c4'], 2), cut()]);
        expect(received).toEqual(['check c3', 'check c4']);
      } finally {
        await sender.close();
        await admin.query('drop function public.pg_notify(text, text); drop sequence calls');
      }
    });
  });

  it('reads and writes again after the server has cut every connection', async () => {
    await one.transaction((tx) => tx.within(alice).run(insertApplicant, row('kept')));
    await cutConnections();
    const reads = await Promise.all(
      Array.from({ length: 10 }, () => one.within(alice).first(findApplicant, { id: 'kept' })),
    );
    expect(reads).toEqual(Array.from({ length: 10 }, () => row('kept')));
    expect(await one.transaction((tx) => tx.within(alice).run(insertApplicant, row('after the cut')))).toBe(1);
    expect(await other.within(alice).first(findApplicant, { id: 'after the cut' })).toEqual(row('after the cut'));
  });

  it('runs a transaction again that lost its connection before the commit', async () => {
    let runs = 0;
    await one.transaction(async (tx) => {
      runs += 1;
      await tx.within(alice).run(insertApplicant, row('half'));
      await tx.within(alice).first(findApplicant, { id: 'half' });
      if (runs === 1) await cutConnections();
      await tx.within(alice).first(findApplicant, { id: 'half' });
    });
    expect(runs).toBe(2);
    expect(await other.within(alice).first(findApplicant, { id: 'half' })).toEqual(row('half'));
  });

  it('leaves the outcome open, and notifies, where the connection breaks after the commit was sent', async () => {
    // Holds the commit itself until its connection is cut.
    await admin.query(
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(20); return null; end'`,
    );
    await admin.query(
      `create constraint trigger wait after insert on applicants deferrable initially deferred for each row when (new.id = 'cut') execute function wait()`,
    );
    const changed: string[] = [];
    const stop = one.onSignal('applicant', (id) => changed.push(id));
    const cut = one.transaction(async (tx) => {
      await tx.within(alice).run(insertApplicant, row('cut'));
      tx.signal('applicant', 'cut');
    });
    const [[answer]] = await Promise.all([Promise.allSettled([cut]), cutWhenCommitting()]);
    stop();
    await admin.query('drop trigger wait on applicants');
    const reason = (answer as PromiseRejectedResult).reason;
    expect(reason).toMatchObject({ type: 'unavailable', retryAfter: 1 });
    expect([hasUnknownOutcome(reason), changed]).toEqual([true, ['cut']]);
  });

  it('answers 503 when connections keep breaking', async () => {
    const cut = one.transaction(async (tx) => {
      await tx.within(alice).run(insertApplicant, row('never'));
      await tx.within(alice).first(findApplicant, { id: 'never' });
      await cutConnections();
      await tx.within(alice).first(findApplicant, { id: 'never' });
    });
    await expect(cut).rejects.toMatchObject({ type: 'unavailable', retryAfter: 1 });
    expect(await other.within(alice).first(findApplicant, { id: 'never' })).toBeUndefined();
  });
});
