import { type MailFilter, mailsBy } from '../../store/queries/mails.ts';
import type { Environment, MailRow } from '../../store/schema.ts';
import { getAccount } from '../accounts/list.ts';
import type { Services } from '../services.ts';
import { type Mail, toMail } from './mail.ts';
import type { MailState } from './states.ts';

/** What to narrow the outbox to; all mail of what is left out. */
export interface MailsOf {
  account_id?: string | undefined;
  environment?: Environment | undefined;
  state?: MailState | undefined;
}

const filters: readonly MailFilter[] = ['account_id', 'environment', 'state'];

/**
 * A page of the outbox, newest first, and the number of mails on all pages; for the operator. `page` counts from 1.
 * Throws `resource_not_found` for an unknown account.
 */
export async function listMails(
  services: Services,
  of: MailsOf,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ mails: Mail[]; total: number }> {
  if (of.account_id !== undefined) await getAccount(services, of.account_id);
  const { system } = services.store;
  const queries = mailsBy(filters.filter((filter) => of[filter] !== undefined));
  const given = of as Pick<MailRow, MailFilter>;
  const rows = await system.all(queries.page, { ...given, limit: perPage, offset: (page - 1) * perPage });
  const counted = await system.first(queries.count, given);
  return { mails: await Promise.all(rows.map((row) => opened(services, row))), total: Number(counted?.n ?? 0) };
}

async function opened(services: Services, row: MailRow): Promise<Mail> {
  const account = await services.accounts.find(row.account_id);
  if (!account) throw new Error(`Account ${row.account_id} is unknown`);
  return toMail(account, row);
}
