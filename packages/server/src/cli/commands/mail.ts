import { Command } from 'commander';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface ListFlags extends OperatorFlags {
  account?: string;
  environment?: string;
  state?: string;
  page: string;
  perPage: string;
}

/** `bonafide mails`: the outbox. */
export function mailsCommand(io: Io): Command {
  const columns = ['id', 'created_at', 'to', 'subject', 'state'];
  return forOperator(new Command('mails'))
    .description('list mail to applicants, newest first')
    .option('--account <id or name>', 'of one account')
    .option('--environment <environment>', 'sandbox or live')
    .option('--state <state>', 'pending, sent, kept, failed or dropped')
    .option('--page <n>', 'which page', '1')
    .option('--per-page <n>', 'mails on a page, at most 500', '20')
    .action((flags: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const asked = new URLSearchParams({ page: flags.page, per_page: flags.perPage });
          if (flags.account) asked.set('account', await operator.account(flags.account));
          if (flags.environment) asked.set('environment', flags.environment);
          if (flags.state) asked.set('state', flags.state);
          return operator.call('GET', `/mails?${asked}`);
        },
        ({ mails }) => table(columns, mails),
      ),
    );
}

/** Text as it was written, but for what could steer the terminal. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]+/gu, ' ');
}

/** `bonafide mail`: one mail of the outbox. */
export function mailCommand(io: Io): Command {
  const mail = new Command('mail').description('mail to applicants');

  const path = (accountId: string, id: string) => `/accounts/${accountId}/mails/${encodeURIComponent(id)}`;

  ofAccount(mail.command('show').description('show a mail with its text, which may hold the link of a form'))
    .argument('<mail id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', path(await operator.account(flags.account), id)),
        ({ text, html: _, ...rest }) => `${facts(rest)}\n\n${printable(text)}`,
      ),
    );

  ofAccount(mail.command('retry').description('send a mail that failed or was kept'))
    .argument('<mail id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('POST', `${path(await operator.account(flags.account), id)}/retry`),
        facts,
      ),
    );
  return mail;
}
