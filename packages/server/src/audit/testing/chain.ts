import { operatorPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { query } from '../../store/query.ts';
import type { AuditEntryRow, AuditHeadRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { recordChange } from '../record.ts';

/** The part of the services that the audit log needs. */
export function auditServices(store: Store, now: () => number = () => 1_000): Services {
  return { store, clock: { now } } as unknown as Services;
}

/** Writes `count` entries into a chain, each in a transaction of its own. */
export async function writeEntries(
  services: Services,
  accountId: string,
  count: number,
  name = 'entry',
): Promise<void> {
  const principal = { ...operatorPrincipal('key'), address: '192.0.2.1' };
  for (let i = 1; i <= count; i++) {
    await services.store.transaction(async (tx) =>
      recordChange(services, tx, {
        action: 'token_created',
        object_id: `${name}-${i}`,
        accountId,
        environment: 'live',
        principal,
      }),
    );
  }
}

// What only those do who write to the database themselves.

export const deleteEntry = query<{ account_id: string; number: number }>()((db, p) =>
  db.deleteFrom('audit_entries').where('account_id', '=', p.account_id).where('number', '=', p.number),
);

export const putEntry = query<AuditEntryRow>()((db, p) =>
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

export const setHead = query<Pick<AuditHeadRow, 'account_id' | 'number' | 'hash'>>()((db, p) =>
  db.updateTable('audit_heads').set({ number: p.number, hash: p.hash }).where('account_id', '=', p.account_id),
);

export const allEntries = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('audit_entries').selectAll().where('account_id', '=', p.account_id).orderBy('number'),
);
