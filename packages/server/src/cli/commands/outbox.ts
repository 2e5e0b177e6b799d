import { Command } from 'commander';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

/** An outbox of the operator interface, and the words of its commands. */
export interface Outbox {
  /** Name of one message, and of them all, which is the resource too. */
  readonly one: 'mail' | 'message';
  readonly all: 'mails' | 'messages';
  /** Contents of the outbox, for help texts: `mail`, `text messages`. */
  readonly what: string;
  readonly a: string;
  readonly columns: readonly string[];
  readonly showHelp: string;
  /** One message as text. */
  shown(message: Record<string, unknown>): string;
}

interface ListFlags extends OperatorFlags {
  account?: string;
  environment?: string;
  state?: string;
  page: string;
  perPage: string;
}

/** Lists an outbox, newest first. */
export function outboxCommand(io: Io, { all, what, columns }: Outbox): Command {
  return forOperator(new Command(all))
    .description(`list ${what} to applicants, newest first`)
    .option('--account <id or name>', 'only messages of this account')
    .option('--environment <environment>', 'sandbox or live')
    .option('--state <state>', 'pending, sent, kept, failed or dropped')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', `${all} per page, at most 500`, '20')
    .action((flags: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ page: flags.page, per_page: flags.perPage });
          if (flags.account) query.set('account', await operator.account(flags.account));
          if (flags.environment) query.set('environment', flags.environment);
          if (flags.state) query.set('state', flags.state);
          return operator.call('GET', `/${all}?${query}`);
        },
        (answer) => table(columns, answer[all]),
      ),
    );
}

/** Shows one message of an outbox, or sends it again. */
export function messageCommand(io: Io, { one, all, what, a, showHelp, shown }: Outbox): Command {
  const command = new Command(one).description(`${what} to applicants`);
  const path = (accountId: string, id: string) => `/accounts/${accountId}/${all}/${encodeURIComponent(id)}`;

  ofAccount(command.command('show').description(showHelp))
    .argument(`<${one} id>`)
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', path(await operator.account(flags.account), id)),
        shown,
      ),
    );

  ofAccount(command.command('retry').description(`send ${a} again that failed or was kept`))
    .argument(`<${one} id>`)
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('POST', `${path(await operator.account(flags.account), id)}/retry`),
        facts,
      ),
    );
  return command;
}
