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

/** `bonafide messages`: the outbox of text messages. */
export function messagesCommand(io: Io): Command {
  const columns = ['id', 'created_at', 'to', 'state', 'error'];
  return forOperator(new Command('messages'))
    .description('list text messages to applicants, newest first')
    .option('--account <id or name>', 'of one account')
    .option('--environment <environment>', 'sandbox or live')
    .option('--state <state>', 'pending, sent, kept, failed or dropped')
    .option('--page <n>', 'which page', '1')
    .option('--per-page <n>', 'messages on a page, at most 500', '20')
    .action((flags: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const asked = new URLSearchParams({ page: flags.page, per_page: flags.perPage });
          if (flags.account) asked.set('account', await operator.account(flags.account));
          if (flags.environment) asked.set('environment', flags.environment);
          if (flags.state) asked.set('state', flags.state);
          return operator.call('GET', `/messages?${asked}`);
        },
        ({ messages }) => table(columns, messages),
      ),
    );
}

/** `bonafide message`: one text message of the outbox. */
export function messageCommand(io: Io): Command {
  const message = new Command('message').description('text messages to applicants');

  const path = (accountId: string, id: string) => `/accounts/${accountId}/messages/${encodeURIComponent(id)}`;

  ofAccount(message.command('show').description('show a text message, which may hold the link of a capture'))
    .argument('<message id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', path(await operator.account(flags.account), id)),
        ({ text, ...rest }) => `${facts(rest)}\n\n${text}`,
      ),
    );

  ofAccount(message.command('retry').description('send a text message that failed or was kept'))
    .argument('<message id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('POST', `${path(await operator.account(flags.account), id)}/retry`),
        facts,
      ),
    );
  return message;
}
