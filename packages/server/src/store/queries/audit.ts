import { scoped } from '../query.ts';
import type { AuditEntryRow } from '../schema.ts';

export const insertAuditEntry = scoped<Omit<AuditEntryRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('audit_entries', {
    id: p.id,
    at: p.at,
    actor: p.actor,
    action: p.action,
    object_id: p.object_id,
    part: p.part,
  }),
);

/** Newest first. */
export const listAuditEntries = scoped<{ limit: number; offset: number }>()((from, p) =>
  from.selectByAccount('audit_entries').selectAll().orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

export const countAuditEntries = scoped()((from) =>
  from.selectByAccount('audit_entries').select((select) => select.fn.countAll<number>().as('n')),
);
