import { sql } from 'kysely';
import { type Query, query } from '../query.ts';
import type { JobRow } from '../schema.ts';

export const insertJob = query<Omit<JobRow, 'clock_id'>>()((db, p) =>
  db.insertInto('jobs').values({
    id: p.id,
    kind: p.kind,
    lane: p.lane,
    account_id: p.account_id,
    environment: p.environment,
    ref: p.ref,
    payload: p.payload,
    run_at: p.run_at,
    fence: p.fence,
    attempts: p.attempts,
    worker: p.worker,
    created_at: p.created_at,
  }),
);

/** Lets a new job fall due by a clock of the sandbox. */
export const putJobOnClock = query<{ id: string; clock_id: string }>()((db, p) =>
  db.updateTable('jobs').set({ clock_id: p.clock_id }).where('id', '=', p.id),
);

interface Claim {
  kind: string;
  now: number;
  lease_end: number;
  worker: string;
  busy: string;
}

interface ClaimLimits {
  /** Jobs that are claimed at most. */
  readonly limit: number;
  /** Jobs of one lane that are claimed at most. */
  readonly perLane: number;
}

const claims = new Map<string, Query<Claim, JobRow>>();

/**
 * Claims jobs of a kind that are due: at most `perLane` of each lane that isn't in `busy` (JSON array of names), oldest
 * first. Lanes are walked by jumping through the index (a loose index scan), so a lane with a long backlog costs as
 * much as one with a single job. A claim moves `run_at` to the end of the lease, so what a dead worker held falls due
 * again by itself, and raises the fence, so what it still writes is refused.
 *
 * The limits are numbers in the text: SQLite sorts for 100 µs longer when they are parameters.
 */
export function claimJobs(limits: ClaimLimits): Query<Claim, JobRow> {
  const key = `${limits.limit} ${limits.perLane}`;
  const known = claims.get(key) ?? claimQuery(limits);
  claims.set(key, known);
  return known;
}

function claimQuery({ limit, perLane }: ClaimLimits): Query<Claim, JobRow> {
  return query<Claim>()((db, p, dialect) => {
    const isFree =
      dialect === 'sqlite'
        ? sql<boolean>`lanes.lane not in (select value from json_each(${p.busy}))`
        : sql<boolean>`not (lanes.lane = any (select json_array_elements_text(cast(${p.busy} as json))))`;
    const nextLane = (after?: ReturnType<typeof sql>) =>
      sql`(select min(lane) from jobs where kind = ${p.kind} ${after ? sql`and lane > ${after}` : sql``})`;
    const ofLane = sql`(select id from jobs where kind = ${p.kind} and lane = lanes.lane and run_at <= ${p.now}
      order by run_at, id limit ${sql.lit(perLane)})`;
    const due =
      dialect === 'sqlite'
        ? sql`select jobs.id from lanes join jobs on jobs.id in ${ofLane}`
        : sql`select jobs.id from lanes cross join lateral ${ofLane} as mine join jobs on jobs.id = mine.id`;
    const skipLocked = dialect === 'postgres' ? sql`for update skip locked` : sql``;
    const claim = sql<JobRow>`
      with recursive lanes(lane) as (
        select ${nextLane()} union all
        select ${nextLane(sql`lanes.lane`)} from lanes where lanes.lane is not null
      )
      update jobs
      set run_at = ${p.lease_end}, worker = ${p.worker}, fence = fence + 1, attempts = attempts + 1
      where id in (
        select id from jobs
        where id in (${due} where ${isFree}) and run_at <= ${p.now}
        order by run_at, id limit ${sql.lit(limit)} ${skipLocked}
      )
      returning *`;
    return { compile: () => claim.compile(db) };
  });
}

/** Ends a job; changes nothing when another worker has claimed it since. */
export const finishJob = query<{ id: string; fence: number }>()((db, p) =>
  db.deleteFrom('jobs').where('id', '=', p.id).where('fence', '=', p.fence),
);

/** Puts a job back to be done at `run_at`; changes nothing when another worker has claimed it since. */
export const postponeJob = query<{ id: string; fence: number; run_at: number }>()((db, p) =>
  db.updateTable('jobs').set({ run_at: p.run_at, worker: null }).where('id', '=', p.id).where('fence', '=', p.fence),
);

/** Puts a job back that was interrupted: as if it hadn't been begun, so the attempt isn't counted. */
export const giveBackJob = query<{ id: string; fence: number; run_at: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set((set) => ({ run_at: p.run_at, worker: null, attempts: set('attempts', '-', 1) }))
    .where('id', '=', p.id)
    .where('fence', '=', p.fence),
);

export const extendLease = query<{ id: string; fence: number; lease_end: number }>()((db, p) =>
  db.updateTable('jobs').set({ run_at: p.lease_end }).where('id', '=', p.id).where('fence', '=', p.fence),
);

/** Drops what waits for an object: when its applicant is restored, or its webhook deleted. */
export const deleteJobsOf = query<{ ref: string; kind: string }>()((db, p) =>
  db.deleteFrom('jobs').where('ref', '=', p.ref).where('kind', '=', p.kind),
);

/** Lets jobs run at once that a process held which is known to be dead: on the embedded store there is only one. */
export const releaseJobs = query<{ now: number }>()((db, p) =>
  db.updateTable('jobs').set({ run_at: p.now, worker: null }).where('worker', 'is not', null),
);

/** Time at which the next job of a kind falls due. */
export const nextJobAt = query<{ kind: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select((select) => select.fn.min('run_at').as('run_at'))
    .where('kind', '=', p.kind),
);

/** The kinds, in a JSON array, that have a due job. */
export const dueKinds = query<{ kinds: string; now: number }>()((db, p, dialect) => {
  const each =
    dialect === 'sqlite'
      ? sql`select value as kind from json_each(${p.kinds})`
      : sql`select json_array_elements_text(cast(${p.kinds} as json)) as kind`;
  const due = sql<{ kind: string }>`
    select kind from (${each}) as given
    where exists (select 1 from jobs where jobs.kind = given.kind and run_at <= ${p.now})`;
  return { compile: () => due.compile(db) };
});

/** Lanes that a count of due jobs visits at most, and jobs of each that it counts. */
const MOST_LANES = 1_000;
const MOST_OF_LANE = 2_000;

/**
 * Number of due jobs of a kind, and time at which the oldest fell due; null without any. Walks the lanes through the index, so jobs that
 * are due later cost nothing. Counts at most `MOST_OF_LANE` jobs of a lane, in at most `MOST_LANES` lanes.
 */
export const countDueJobs = query<{ kind: string; now: number }>()((db, p) => {
  const due = sql`jobs where kind = ${p.kind} and lane = lanes.lane and run_at <= ${p.now}`;
  const counted = sql<{ due: number; oldest: number | null }>`
    with recursive lanes(lane, place) as (
      select (select min(lane) from jobs where kind = ${p.kind}), 1 union all
      select (select min(lane) from jobs where kind = ${p.kind} and lane > lanes.lane), place + 1
      from lanes where lanes.lane is not null and place < ${sql.lit(MOST_LANES)}
    )
    select
      cast(coalesce(sum((select count(*) from (select 1 from ${due} limit ${sql.lit(MOST_OF_LANE)}) as waiting)), 0) as bigint) as due,
      min((select min(run_at) from ${due})) as oldest
    from lanes where lanes.lane is not null`;
  return { compile: () => counted.compile(db) };
});

export const countJobs = query()((db) =>
  db
    .selectFrom('jobs')
    .select((select) => ['kind', select.fn.countAll<number>().as('n'), select.fn.min('run_at').as('run_at')])
    .groupBy('kind'),
);
