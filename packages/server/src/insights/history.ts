import type { AuditEntry } from '../audit/entry.ts';
import { listAudit } from '../audit/list.ts';
import type { Ctx } from '../context/ctx.ts';
import { type RecordedPrincipal, recordedPrincipal, recordOf } from '../context/principal.ts';
import { memberNames } from '../members/names.ts';
import type { Report } from '../reports/records/report.ts';
import { deliveriesOfApplicant, listEventsOf } from '../store/queries/review.ts';

/** Kinds of entries in a history. */
export const historyKinds = ['created', 'removed', 'event', 'decision', 'overturn', 'delivery', 'audit'] as const;

/** Something that happened to a check or an applicant. */
export interface HistoryEntry {
  /** Unix milliseconds. */
  readonly at: number;
  /**
   * `created`: an applicant, or something of one. `removed`: a file that a member removed from the case. `event`: one that webhooks are sent. `decision`: of a person, on a report. `overturn`: a decision that has replaced the result of a complete report. `delivery`: of an event to a webhook. `audit`: an entry
   * of the audit log, such as an opening.
   */
  readonly kind: (typeof historyKinds)[number];
  /** The created object, the type of the event, the name of the report, or the action of the audit log. */
  readonly what: string;
  readonly status: string | null;
  /** Result of the report before an overturn; absent in other entries. */
  readonly before?: string | null;
  readonly by: RecordedPrincipal | null;
  readonly note: string | null;
}

/** A history entry with the name of its actor, for members; null for all others. */
export interface NamedEntry extends HistoryEntry {
  readonly by_name: string | null;
}

/** Entries of the audit log that are read of each object; older ones are on the page of the log. */
const ENTRIES = 100;

/** Audit actions that the history already has as entries of other kinds. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['report_decided', 'report_overturned', 'hits_decided', 'case_file_attached', 'case_file_removed'],
]);

/** Order of simultaneous entries: the cause comes first. */
const order = {
  created: 0,
  removed: 0,
  decision: 1,
  overturn: 1,
  audit: 2,
  event: 3,
  delivery: 4,
} as const satisfies Record<HistoryEntry['kind'], number>;

/** Subject of a history. */
export interface Past {
  readonly applicant_id: string;
  /** Ids of its objects. */
  readonly ids: readonly string[];
  /** Reports whose decisions are part of it. */
  readonly reports: readonly Report[];
  readonly created?: readonly HistoryEntry[];
  /** True for audit entries of everybody; else entries of the principal alone. */
  readonly everybody: boolean;
}

/** Events of an applicant's objects, in time order. */
export async function historyOf(
  ctx: Ctx,
  { applicant_id, ids, reports, created = [], everybody }: Past,
): Promise<NamedEntry[]> {
  const events = (await Promise.all(ids.map((resource_id) => ctx.read.all(listEventsOf, { resource_id })))).flat();
  const typeOf = new Map(events.map((event) => [event.id, event.type]));
  const happened = events
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(
      ({ created_at, type, status }): HistoryEntry => ({
        at: created_at,
        kind: 'event',
        what: type,
        status: status || null,
        by: null,
        note: null,
      }),
    );
  const deliveries = (await ctx.read.all(deliveriesOfApplicant, { applicant_id })).flatMap(
    ({ event_id, created_at, finished_at, state }): HistoryEntry[] => {
      const what = typeOf.get(event_id);
      const at = finished_at ?? created_at;
      return what === undefined ? [] : [{ at, kind: 'delivery', what, status: state, by: null, note: null }];
    },
  );
  const decided = reports.flatMap(({ name, decisions = [] }) =>
    decisions.flatMap(({ at, by, confirmed_by, confirmed_note, result, note, overturned }): HistoryEntry[] => {
      const decision = overturned
        ? ({ at, kind: 'overturn', what: name, status: result, before: overturned.result } as const)
        : ({ at, kind: 'decision', what: name, status: result } as const);
      const first = { ...decision, by: recordedPrincipal(by), note };
      if (confirmed_by === undefined || (confirmed_note === undefined && !overturned)) return [first];
      return [first, { ...decision, by: recordedPrincipal(confirmed_by), note: confirmed_note ?? null }];
    }),
  );
  const entries = await auditOf(ctx, ids, everybody ? {} : { actor: recordOf(ctx.principal) });
  const recorded = entries.map(
    ({ at, action, actor }): HistoryEntry => ({ at, kind: 'audit', what: action, status: null, by: actor, note: null }),
  );
  const all = [...created, ...decided, ...recorded, ...happened, ...deliveries];
  return withNames(
    ctx,
    all.sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]),
  );
}

async function auditOf(ctx: Ctx, ids: readonly string[], of: { actor?: string }): Promise<AuditEntry[]> {
  const pages = await Promise.all(
    ids.map((object) => listAudit(ctx.services, ctx.account_id, { filter: { ...of, object }, limit: ENTRIES })),
  );
  const entries = pages.flatMap((page) => page.entries).filter(({ action }) => !ELSEWHERE.has(action));
  return entries.sort((a, b) => a.number - b.number);
}

async function withNames(ctx: Ctx, entries: readonly HistoryEntry[]): Promise<NamedEntry[]> {
  const members = entries.flatMap(({ by }) => (by?.kind === 'member' ? [by.id] : []));
  const names = await memberNames(ctx.services, members);
  return entries.map((entry) => ({ ...entry, by_name: names.get(entry.by?.id ?? '') ?? null }));
}
