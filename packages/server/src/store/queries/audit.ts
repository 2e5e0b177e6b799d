import { query } from '../query.ts';
import type { AuditEntryRow, AuditHeadRow } from '../schema.ts';

// A chain belongs to an account, in both environments, or to the deployment, so these queries name it themselves.

export const insertAuditEntry = query<AuditEntryRow>()((db, p) =>
  db.insertInto('audit_entries').values({
    account_id: p.account_id,
    number: p.number,
    at: p.at,
    actor: p.actor,
    address: p.address,
    action: p.action,
    object_type: p.object_type,
    object_id: p.object_id,
    environment: p.environment,
    details: p.details,
    hash: p.hash,
  }),
);

/** Begins a chain, unless another transaction has. */
export const insertAuditHead = query<AuditHeadRow>()((db, p) =>
  db
    .insertInto('audit_heads')
    .values({
      account_id: p.account_id,
      number: p.number,
      at: p.at,
      hash: p.hash,
      anchored_at: p.anchored_at,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing()),
);

export const moveAuditHead = query<Pick<AuditHeadRow, 'account_id' | 'number' | 'at' | 'hash'>>()((db, p) =>
  db
    .updateTable('audit_heads')
    .set({ number: p.number, at: p.at, hash: p.hash })
    .where('account_id', '=', p.account_id),
);

export const findAuditHead = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('audit_heads').selectAll().where('account_id', '=', p.account_id),
);

export const listAuditHeads = query()((db) => db.selectFrom('audit_heads').selectAll().orderBy('account_id'));

/** Notes that the head is sent outside, unless that was done since `before`. */
export const noteAnchored = query<{ account_id: string; now: number; before: number }>()((db, p) =>
  db
    .updateTable('audit_heads')
    .set({ anchored_at: p.now })
    .where('account_id', '=', p.account_id)
    .where('anchored_at', '<=', p.before),
);

/** The entries that follow a number, in the order of the chain. */
export const auditEntriesAfter = query<{ account_id: string; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', p.account_id)
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(p.limit),
);

/** The number of the first entry at or after a time. */
export const firstAuditEntryFrom = query<{ account_id: string; at: number }>()((db, p) =>
  db
    .selectFrom('audit_entries')
    .select('number')
    .where('account_id', '=', p.account_id)
    .where('at', '>=', p.at)
    .orderBy('at')
    .orderBy('number')
    .limit(1),
);

/** Columns that a page of entries may be narrowed by, each with an index; where several are given, by the first. */
const narrowing = ['object_id', 'actor', 'action'] as const;

type Narrowing = (typeof narrowing)[number];
type PageParams = { account_id: string; from: number; before: number; limit: number } & Record<Narrowing, string>;

const pages = new Map<string, ReturnType<typeof pageBy>>();

function pageBy(columns: readonly Narrowing[]) {
  return query<PageParams>()((db, p) => {
    let page = db.selectFrom('audit_entries').selectAll().where('account_id', '=', p.account_id);
    for (const column of columns) page = page.where(column, '=', p[column]);
    return page.where('number', '>=', p.from).where('number', '<', p.before).orderBy('number', 'desc').limit(p.limit);
  });
}

/** Entries with numbers of a range, newest first, narrowed by the columns that `filter` has. */
export function auditEntriesBy(filter: Partial<Record<Narrowing, string>>) {
  const columns = narrowing.filter((column) => filter[column] !== undefined);
  const key = columns.join(' ');
  const known = pages.get(key) ?? pageBy(columns);
  pages.set(key, known);
  return known;
}
