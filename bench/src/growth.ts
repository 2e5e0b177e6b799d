import { randomUUID } from 'node:crypto';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import { claimJobs, finishJob, insertJob } from '../../packages/server/src/store/queries/jobs.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, getCall, postCall, samplePerson } from './client.ts';
import { type DataPlace, freshPlace, inDatabase } from './database.ts';
import { median, mediansOf, type Target, takeTurns } from './load.ts';
import { openStore } from './open-store.ts';
import { seedApplicants } from './seed.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** Applicants of the small database; in a larger one, those which are sealed as the service seals them. */
const FEW = 10_000;

/** Jobs that wait for a later day, for each applicant: deletions, retries, expiries. */
const WAITING_SHARE = 0.02;

/** Accounts that share the waiting jobs: each has a lane of its own. */
const LANES = 100;

/** Rows of one statement. */
const BATCH = 20_000;

/** The largest time with many applicants, as a multiple of that with few. */
const MOST_RATIO = 1.5;

/** Jobs that are claimed in a round. */
const CLAIMS = 300;

/** A database with so many applicants, the service on it, and its store for claims. */
interface Populated {
  readonly count: number;
  readonly place: DataPlace;
  readonly service: RunningService;
  readonly store: Store;
  readonly applicantId: string;
}

/** List, GET, POST and claim with few applicants and with many, on PostgreSQL: two services loaded in turn. */
export async function measureGrowth(choice: StoreChoice, options: BenchOptions): Promise<Line[]> {
  if (choice.name === 'embedded') return [];
  const open: Populated[] = [];
  try {
    for (const count of options.grownApplicants) open.push(await populate(choice, count));
    const lines: Line[] = [];
    for (const [what, callOf] of calls) {
      const targets: Target[] = open.map((one) => ({
        name: String(one.count),
        url: one.service.http_base_url,
        call: callOf(one),
        pid: one.service.child.pid,
      }));
      const rounds = await takeTurns(targets, options);
      const found = rounds.map(mediansOf);
      lines.push(
        ...open.map(({ count }, i) => {
          const figures = found[i] as (typeof found)[number];
          // A round of one is compared with the same round of the other, which met the same machine.
          const ratios = (rounds[i] ?? []).map((one, round) => (rounds[0]?.[round]?.rate ?? Number.NaN) / one.rate);
          return { ...compared(what, count, median(ratios)), ...figures };
        }),
      );
    }
    const claims = await claimTimes(open, options.rounds);
    lines.push(
      ...open.map(({ count }, i) => ({
        ...compared('claim and end of a job', count, median(claims.map((round) => round[i]! / round[0]!))),
        p50: median(claims.map((round) => round[i]!)),
      })),
    );
    return lines;
  } finally {
    for (const { service, store, place } of open) {
      await service.stop();
      await store.close();
      await place.drop();
    }
  }
}

const calls: readonly [string, (one: Populated) => Target['call']][] = [
  ['list of 20 with total', ({ service }) => getCall('/v3.6/applicants?per_page=20', service.live_token)],
  ['GET applicant', ({ service, applicantId }) => getCall(`/v3.6/applicants/${applicantId}`, service.live_token)],
  ['POST applicant', ({ service }) => postCall('/v3.6/applicants', service.live_token, samplePerson)],
];

function compared(what: string, count: number, ratio: number): Line {
  const line = { what: `${what}, ${count.toLocaleString('en')} applicants` };
  if (count <= FEW) return line;
  return {
    ...line,
    figure: `${ratio.toFixed(2)} × the time`,
    target: `≤ ${MOST_RATIO} × the time`,
    met: ratio <= MOST_RATIO,
  };
}

async function populate(choice: StoreChoice, count: number): Promise<Populated> {
  const place = await freshPlace(choice);
  const empty = await startService(place);
  await empty.stop();
  await insertOlderApplicants(place, empty.accountId, count - FEW);
  await seedApplicants(place, empty.accountId, FEW);
  await insertWaitingJobs(place, Math.round(count * WAITING_SHARE));
  await inDatabase(place.databaseUrl, (client) => client.query('analyze'));
  // Without a worker: the claims are measured alone.
  const service = await startService(place, ['--role', 'api']);
  const [newest] = (
    await ask<{ applicants: { id: string }[] }>(service, getCall('/v3.6/applicants?per_page=20', service.live_token))
  ).applicants;
  return { count, place, service, store: await openStore(place), applicantId: newest?.id as string };
}

/**
 * Inserts applicants before `seedApplicants` inserts newer ones. Nobody reads them, so they share random bytes of the length of
 * a sealed row: sealing 5,000,000 rows takes longer than the measurement.
 */
async function insertOlderApplicants(place: DataPlace, accountId: string, count: number): Promise<void> {
  const DATA_BYTES = 500;
  const data = Buffer.alloc(DATA_BYTES, randomUUID());
  const end = Date.now() - 86_400_000;
  let now = end - count * 6;
  const ids = makeIds({ now: () => now, schedule: () => () => {} });
  await inDatabase(place.databaseUrl, async (client) => {
    for (let done = 0; done < count; done += BATCH) {
      const size = Math.min(BATCH, count - done);
      const times: number[] = [];
      const names: string[] = [];
      for (let i = 0; i < size; i++) {
        now += 6;
        times.push(now);
        names.push(ids.uuid());
      }
      await client.query(
        `insert into applicants (id, account_id, environment, created_at, delete_at, data)
         select id, $3, 'live', at, null, $4 from unnest($1::text[], $2::bigint[]) as given(id, at)`,
        [names, times, accountId, data],
      );
    }
    await client.query(
      `insert into counters (account_id, environment, name, slot, n) values ($1, 'live', 'applicants', 1, $2)
       on conflict (account_id, environment, name, slot) do update set n = counters.n + excluded.n`,
      [accountId, count],
    );
  });
}

/** Inserts jobs of other accounts that fall due in the next month. */
async function insertWaitingJobs(place: DataPlace, count: number): Promise<void> {
  const accounts = Array.from({ length: LANES }, () => randomUUID());
  const now = Date.now();
  await inDatabase(place.databaseUrl, async (client) => {
    for (let done = 0; done < count; done += BATCH) {
      await client.query(
        `insert into jobs (id, kind, lane, account_id, environment, ref, payload, run_at, fence, attempts, worker, created_at)
         select gen_random_uuid()::text, 'delivery', lane, lane, 'live', gen_random_uuid()::text, null,
           $2::bigint + (random() * 2592000000)::bigint + 3600000, 0, 0, null, $2::bigint
         from (select ($1::text[])[1 + (i % ${LANES})] as lane from generate_series(1, $3::int) as i) as lanes`,
        [accounts, now, Math.min(BATCH, count - done)],
      );
    }
  });
}

/** Milliseconds to claim and end a job that is due, by round and database. */
async function claimTimes(open: readonly Populated[], rounds: number): Promise<number[][]> {
  const found: number[][] = [];
  for (let round = -1; round < rounds; round++) {
    const times: number[] = [];
    for (const { store } of open) times.push(await claimTime(store));
    // The first round is for plans and caches.
    if (round >= 0) found.push(times);
  }
  return found;
}

async function claimTime(store: Store): Promise<number> {
  const account = randomUUID();
  const job = { kind: 'delivery', lane: account, account_id: account, environment: 'live' as const, payload: null };
  const now = Date.now();
  await store.transaction(async (tx) => {
    for (let i = 0; i < CLAIMS; i++) {
      const row = { ...job, id: randomUUID(), ref: randomUUID(), run_at: now, created_at: now };
      await tx.run(insertJob, { ...row, fence: 0, attempts: 0, worker: null });
    }
  });
  const start = performance.now();
  let ended = 0;
  while (ended < CLAIMS) {
    const claim = { kind: job.kind, now: Date.now(), lease_end: Date.now() + 30_000, worker: 'bench', busy: '[]' };
    const claimed = await store.transaction((tx) => tx.all(claimJobs({ limit: 4, perLane: 4 }), claim));
    if (claimed.length === 0) throw new Error('No job could be claimed');
    await store.transaction(async (tx) => {
      for (const { id, fence } of claimed) await tx.run(finishJob, { id, fence });
    });
    ended += claimed.length;
  }
  return (performance.now() - start) / CLAIMS;
}
