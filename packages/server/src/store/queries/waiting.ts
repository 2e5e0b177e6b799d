import { sql } from 'kysely';
import { type Dialect, type ScopedBuilder, scoped, unsought } from '../query.ts';
import type { ReportStatus } from '../schema.ts';
import { each } from './each.ts';

// Pages of the reports that wait for a reviewer.

/** Filter of the waiting reports. */
interface WaitingFilter {
  /** Empty for any. */
  readonly name: string;
  readonly doubt: string;
  /** Ids before: those that have waited for long enough. */
  readonly before: string;
  /** The id after which the page begins. */
  readonly after: string;
  /** Current time, Unix milliseconds: reports that are snoozed beyond it are left out until they are due. */
  readonly now: number;
  readonly limit: number;
}

/** Filter of the waiting reports by due time, after a report that is due at `due`. */
interface DueFilter extends WaitingFilter {
  readonly due: number;
}

/** `assigned_to` is empty for reports of nobody. */
interface Assigned {
  readonly assigned_to: string;
}

const ofName = (name: string) => sql<boolean>`(cast(${name} as text) = '' or name = cast(${name} as text))`;
const ofDoubt = (doubt: string) => sql<boolean>`(cast(${doubt} as text) = '' or doubt = cast(${doubt} as text))`;

/** The condition of the partial indexes of waiting reports. */
const waiting = () => sql<boolean>`status = 'awaiting_approval'`;

/** A report that is not snoozed, or that is due. */
export const isAwake = (now: number) =>
  sql<boolean>`(snoozed_until <= cast(${now} as bigint) or due_at <= cast(${now} as bigint))`;

const page = (from: ScopedBuilder, p: WaitingFilter) =>
  from
    .selectByAccount('reports')
    .selectAll()
    .where('id', '<', p.before)
    .where(ofName(p.name))
    .where(ofDoubt(p.doubt))
    .where(isAwake(p.now))
    .limit(p.limit);

const byAge = (from: ScopedBuilder, p: WaitingFilter) => page(from, p).where('id', '>', p.after).orderBy('id');

const byDue = (from: ScopedBuilder, p: DueFilter) =>
  page(from, p)
    .where(waiting())
    .where(({ eb, refTuple, tuple }) => eb(refTuple('due_at', 'id'), '>', tuple<number | null, string>(p.due, p.after)))
    .orderBy('due_at')
    .orderBy('id');

// A condition that holds for any member would take the lists of one member off their indexes, so each list has its query.

/** Waiting reports, those that have waited longest first. The status is a parameter, since the partial indexes don't begin with the id. */
export const listWaiting = scoped<WaitingFilter & { status: ReportStatus }>()((from, p) =>
  byAge(from, p).where('status', '=', p.status),
);

/** Waiting reports, those that are due first. */
export const listDue = scoped<DueFilter>()(byDue);

/** Waiting reports of a member or of nobody, those that have waited longest first. */
export const listAssigned = scoped<WaitingFilter & Assigned>()((from, p) =>
  byAge(from, p).where(waiting()).where('assigned_to', '=', p.assigned_to),
);

/** Waiting reports of a member or of nobody, those that are due first. */
export const listAssignedDue = scoped<DueFilter & Assigned>()((from, p) =>
  byDue(from, p).where('assigned_to', '=', p.assigned_to),
);

/** `assigned_to` is `*` for reports of anyone, and empty for reports of nobody. */
export const ANYONE = '*';

const ofAssignee = (assignee: string) =>
  sql<boolean>`(cast(${assignee} as text) = ${sql.lit(ANYONE)} or assigned_to || '' = cast(${assignee} as text))`;

/** `applicants` is JSON. */
interface OfApplicants extends Assigned {
  readonly applicants: string;
}

const ofApplicants = (from: ScopedBuilder, p: WaitingFilter & OfApplicants, dialect: Dialect) =>
  from
    .select('reports')
    .selectAll()
    .where('applicant_id', 'in', each<string>(p.applicants, dialect, 'text'))
    .where(unsought(dialect, 'status'), '=', 'awaiting_approval')
    .where(unsought(dialect, 'id'), '<', p.before)
    .where(ofName(p.name))
    .where(ofDoubt(p.doubt))
    .where(isAwake(p.now))
    .where(ofAssignee(p.assigned_to))
    .limit(p.limit);

/** Waiting reports of some applicants, those that have waited longest first. */
export const listOfApplicants = scoped<WaitingFilter & OfApplicants>()((from, p, dialect) =>
  ofApplicants(from, p, dialect).where(unsought(dialect, 'id'), '>', p.after).orderBy(unsought(dialect, 'id')),
);

/** Waiting reports of some applicants, those that are due first. */
export const listOfApplicantsDue = scoped<DueFilter & OfApplicants>()((from, p, dialect) =>
  ofApplicants(from, p, dialect)
    .where(sql<boolean>`(due_at + 0 > ${p.due} or (due_at + 0 = ${p.due} and ${unsought(dialect, 'id')} > ${p.after}))`)
    .orderBy(sql`due_at + 0`)
    .orderBy(unsought(dialect, 'id')),
);
