import type { Ctx } from '../context/ctx.ts';
import { type Principal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { type ChainedEntry, entryHash, FIRST_HASH } from '../store/audit-chain.ts';
import { insertAuditEntry, insertAuditHead, moveAuditHead } from '../store/queries/audit.ts';
import type { AuditHeadRow, Environment } from '../store/schema.ts';
import type { ScopedTx, SystemTx } from '../store/store.ts';
import { type AuditAction, auditActions } from './actions.ts';
import { type AuditDetails, DEPLOYMENT } from './entry.ts';

/** Data of an entry. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly object_id: string;
  readonly details?: AuditDetails;
}

/** A record with its account; without one, of the deployment. */
export interface AccountRecord extends AuditRecord {
  readonly principal: Principal;
  readonly accountId?: string;
  readonly environment?: Environment;
}

/** Records what the principal opens, before it is sent. */
export function recordAudit(ctx: Ctx, record: AuditRecord): Promise<void> {
  return ctx.transaction(async (tx) => recordAuditIn(ctx, tx, record));
}

/** Records what a principal opens of an account as a whole or of the deployment, before it is sent. */
export function recordOpening(services: Services, record: AccountRecord): Promise<void> {
  return services.store.transaction(async (tx) => recordChange(services, tx, record));
}

/** Records what leaves the service for a client or a person; what an applicant gets of their own is not recorded. */
export async function recordDownload(ctx: Ctx, record: AuditRecord): Promise<void> {
  if (ctx.principal.kind !== 'sdk') await recordAudit(ctx, record);
}

/** Records what the principal does, in the transaction that does it. */
export function recordAuditIn(ctx: Ctx, tx: ScopedTx, record: AuditRecord): void {
  const { services, principal, account_id: accountId, environment, batch } = ctx;
  const details = batch === undefined ? record.details : { ...record.details, batch };
  recordChange(services, tx.system, { ...record, ...(details && { details }), principal, accountId, environment });
}

/**
 * Records what the principal does to an account as a whole or to the deployment, in the transaction that does it. The entry is
 * written as the last of the transaction: the head of its chain is locked from then to the commit alone.
 */
export function recordChange(services: Services, tx: SystemTx, record: AccountRecord): void {
  const { principal, accountId: account_id = DEPLOYMENT, environment = null } = record;
  const { action, object_id, details = {} } = record;
  const entry = {
    account_id,
    actor: recordOf(principal),
    address: principal.address ?? null,
    action,
    object_type: auditActions[action],
    object_id,
    environment,
    details: JSON.stringify(details),
  };
  tx.atEnd(account_id, () => append(tx, entry, services.clock.now()));
}

async function append(tx: SystemTx, entry: Omit<ChainedEntry, 'number' | 'at'>, now: number): Promise<void> {
  const { account_id } = entry;
  const head = await lockHead(tx, account_id);
  const chained = { ...entry, environment: entry.environment as Environment | null, number: head.number + 1 };
  // Clocks of several processes differ a little; in the order of the numbers times never go back.
  const dated = { ...chained, at: Math.max(now, head.at) };
  const hash = entryHash(dated, head.hash);
  await tx.run(insertAuditEntry, { ...dated, hash });
  await tx.run(moveAuditHead, { account_id, number: dated.number, at: dated.at, hash });
}

async function lockHead(tx: SystemTx, account_id: string): Promise<AuditHeadRow> {
  const { audit } = await tx.lock({ audit: account_id });
  if (audit) return audit;
  await tx.run(insertAuditHead, { account_id, number: 0, at: 0, hash: FIRST_HASH, anchored_at: 0 });
  return (await tx.lock({ audit: account_id })).audit as AuditHeadRow;
}
