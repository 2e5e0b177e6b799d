import { getAccount } from '../../context/account-facts.ts';
import type { Services } from '../../context/services.ts';
import type { OutboxFilter } from '../../store/queries/outbox.ts';
import type { Environment, OutboxRow } from '../../store/schema.ts';
import { type Outbox, type OutboxData, type OutboxMessage, openMessage } from './message.ts';
import type { OutboxState } from './states.ts';

/** Filter of an outbox; absent fields match every message. */
export interface MessagesOf {
  account_id?: string | undefined;
  environment?: Environment | undefined;
  state?: OutboxState | undefined;
}

const filters: readonly OutboxFilter[] = ['account_id', 'environment', 'state'];

/**
 * A page of an outbox, newest first, and the number of messages on all pages; for the operator. `page` counts from 1.
 * Throws `resource_not_found` for an unknown account.
 */
export async function listMessages<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  services: Services,
  of: MessagesOf,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ messages: OutboxMessage<R, D>[]; total: number }> {
  if (of.account_id !== undefined) await getAccount(services, of.account_id);
  const { system } = services.store;
  const queries = outbox.queries.by(filters.filter((filter) => of[filter] !== undefined));
  const filter = of as Pick<OutboxRow, OutboxFilter>;
  const rows = await system.all(queries.page, { ...filter, limit: perPage, offset: (page - 1) * perPage });
  const counted = await system.first(queries.count, filter);
  const opened = async (row: R) => {
    const account = await services.accounts.find(row.account_id);
    if (!account) throw new Error(`Account ${row.account_id} is unknown`);
    return openMessage(outbox, account, row);
  };
  return { messages: await Promise.all(rows.map(opened)), total: Number(counted?.n ?? 0) };
}
