import { type MessageFilter, messagesBy } from '../../store/queries/messages.ts';
import type { Environment, MessageRow } from '../../store/schema.ts';
import { getAccount } from '../accounts/list.ts';
import type { MailState } from '../mails/states.ts';
import type { Services } from '../services.ts';
import { type Message, toMessage } from './message.ts';

/** What to narrow the outbox to; all messages of what is left out. */
export interface MessagesOf {
  account_id?: string | undefined;
  environment?: Environment | undefined;
  state?: MailState | undefined;
}

const filters: readonly MessageFilter[] = ['account_id', 'environment', 'state'];

/**
 * A page of the outbox of text messages, newest first, and the number on all pages; for the operator. `page` counts from
 * 1. Throws `resource_not_found` for an unknown account.
 */
export async function listMessages(
  services: Services,
  of: MessagesOf,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ messages: Message[]; total: number }> {
  if (of.account_id !== undefined) await getAccount(services, of.account_id);
  const { system } = services.store;
  const queries = messagesBy(filters.filter((filter) => of[filter] !== undefined));
  const given = of as Pick<MessageRow, MessageFilter>;
  const rows = await system.all(queries.page, { ...given, limit: perPage, offset: (page - 1) * perPage });
  const counted = await system.first(queries.count, given);
  return { messages: await Promise.all(rows.map((row) => opened(services, row))), total: Number(counted?.n ?? 0) };
}

async function opened(services: Services, row: MessageRow): Promise<Message> {
  const account = await services.accounts.find(row.account_id);
  if (!account) throw new Error(`Account ${row.account_id} is unknown`);
  return toMessage(account, row);
}
