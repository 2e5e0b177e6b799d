import { randomBytes } from 'node:crypto';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import {
  findApplicant,
  insertApplicant,
  listActiveApplicants,
  updateApplicantData,
} from '../../packages/server/src/store/queries/applicants.ts';
import { addToCounter, COUNTER_SLOTS, readCounter } from '../../packages/server/src/store/queries/counters.ts';
import { claimJobs, finishJob, insertJob } from '../../packages/server/src/store/queries/jobs.ts';
import type { Scope } from '../../packages/server/src/store/query.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { freshPlace } from './database.ts';
import { median } from './load.ts';
import { openStore } from './open-store.ts';
import type { Line } from './table.ts';

/** Pieces of work that are under way at once, as with so many connections. */
const AT_ONCE = 64;

/** Rows that are there before. */
const SEEDED = 10_000;

/** Bytes of sealed data in a row, as of an applicant with an address. */
const DATA_BYTES = 700;

const JOB = { kind: 'bench', ref: 'bench', payload: null, fence: 0, attempts: 0, worker: null } as const;

const clock = { now: () => Date.now(), schedule: () => () => {} };

/**
 * Measures the store's queries of the hot paths, without HTTP, rules or seals: for the choice of a driver, and to judge a query.
 */
export async function measureQueries(choice: StoreChoice, { rounds, extent }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(choice);
  try {
    const store = await openStore(place);
    try {
      const work = await hotPaths(store);
      for (const one of work.values()) await perform(one, 0.3);
      const found = new Map([...work.keys()].map((what) => [what, [] as Performed[]]));
      for (let round = 0; round < rounds; round++) {
        for (const [what, one] of work) found.get(what)?.push(await perform(one, extent.seconds));
      }
      return [...found].map(([what, performed]) => ({
        what: `store: ${what}`,
        rate: median(performed.map(({ rate }) => rate)),
        figure: `${median(performed.map(({ cpu }) => cpu)).toFixed(1)} µs of processor time each`,
      }));
    } finally {
      await store.close();
    }
  } finally {
    await place.drop();
  }
}

type Work = () => Promise<unknown>;

async function hotPaths(store: Store): Promise<Map<string, Work>> {
  const ids = makeIds(clock);
  const scope: Scope = { account_id: ids.uuid(), environment: 'live' };
  const read = store.within(scope);
  const rowOf = () => ({ id: ids.uuid(), created_at: clock.now(), delete_at: null, data: randomBytes(DATA_BYTES) });
  const slots = COUNTER_SLOTS[store.dialect];
  const create = () => {
    const row = rowOf();
    return store.transaction(async (system) => {
      const tx = system.within(scope);
      await tx.run(insertApplicant, row);
      await tx.run(addToCounter, { name: 'applicants', slot: Math.floor(Math.random() * slots), by: 1 });
    });
  };
  const known: string[] = [];
  await store.transaction(async (system) => {
    const tx = system.within(scope);
    const now = clock.now();
    for (let i = 0; i < SEEDED; i++) {
      const row = { ...rowOf(), created_at: now - SEEDED + i };
      known.push(row.id);
      await tx.run(insertApplicant, row);
    }
    await tx.run(addToCounter, { name: 'applicants', slot: 0, by: SEEDED });
  });
  const anyone = () => known[Math.floor(Math.random() * known.length)] as string;
  const job = async () => {
    const now = clock.now();
    const id = ids.uuid();
    await store.transaction((tx) =>
      tx.run(insertJob, { ...JOB, ...scope, id, lane: scope.account_id, run_at: now, created_at: now }),
    );
    const claim = { kind: JOB.kind, now, lease_end: now + 30_000, worker: 'bench', busy: '[]' };
    const claimed = await store.transaction((tx) => tx.all(claimJobs({ limit: 4, perLane: 4 }), claim));
    await store.transaction(async (tx) => {
      for (const { id, fence } of claimed) await tx.run(finishJob, { id, fence });
    });
  };
  return new Map<string, Work>([
    ['find an applicant', () => read.first(findApplicant, { id: anyone() })],
    ['newest 20 applicants', () => read.all(listActiveApplicants, { limit: 20, offset: 0 })],
    ['read a counter', () => read.first(readCounter, { name: 'applicants' })],
    ['create an applicant, durably', create],
    [
      'change an applicant, durably',
      () => store.transaction((tx) => tx.within(scope).run(updateApplicantData, { id: anyone(), data: rowOf().data })),
    ],
    ['insert, claim and end a job, durably', job],
  ]);
}

interface Performed {
  /** Pieces of work a second. */
  readonly rate: number;
  /** Microseconds of this process's processor time each; on PostgreSQL its server has its own. */
  readonly cpu: number;
}

async function perform(work: Work, seconds: number): Promise<Performed> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const end = start + seconds * 1000;
  let done = 0;
  const one = async () => {
    while (performance.now() < end) {
      await work();
      done++;
      // The embedded store answers without a turn of the event loop, which others need too.
      if (done % AT_ONCE === 0) await new Promise((resume) => setImmediate(resume));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (done * 1000) / (performance.now() - start), cpu: (user + system) / done };
}
