import { Command } from 'commander';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';

export interface OfAccount extends OperatorFlags {
  account?: string;
}

export interface CreateTokenFlags extends OfAccount {
  environment: string;
  name: string;
  readOnly?: boolean;
}

/** Adds the flag that chooses an account. */
export function ofAccount(command: Command): Command {
  return forOperator(command).option('--account <id or name>', 'default: the only account');
}

/** Adds the flags of a new token or OAuth client. */
export function withTokenFlags(command: Command): Command {
  return ofAccount(command)
    .requiredOption('--environment <environment>', 'sandbox or live')
    .requiredOption('--name <name>', 'purpose of the token')
    .option('--read-only', 'allow GET requests only');
}

export function tokenBody({ environment, name, readOnly }: CreateTokenFlags) {
  return { environment, name, permission: readOnly ? 'read_only' : 'read_write' };
}

/** `bonafide token`: API tokens. */
export function tokenCommand(io: Io): Command {
  const token = new Command('token').description('API tokens and OAuth clients of an account');

  withTokenFlags(token.command('create').description('create an API token; the secret is shown only once')).action(
    (flags: CreateTokenFlags) =>
      withOperator(
        flags,
        io,
        async (operator) =>
          operator.call('POST', `/accounts/${await operator.account(flags.account)}/tokens`, tokenBody(flags)),
        ({ id, token: secret, environment, name, permission }) =>
          facts({ token: secret, id, environment, name, permission }),
      ),
  );

  const columns = [
    'id',
    'kind',
    'environment',
    'permission',
    'hint',
    'name',
    'created_at',
    'last_used_at',
    'revoked_at',
  ];
  ofAccount(token.command('list').description('list tokens and OAuth clients, newest first')).action(
    (flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', `/accounts/${await operator.account(flags.account)}/tokens`),
        ({ tokens }) => table(columns, tokens),
      ),
  );

  ofAccount(token.command('revoke').description('revoke an API token or an OAuth client'))
    .argument('<id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          await operator.call(
            'DELETE',
            `/accounts/${await operator.account(flags.account)}/tokens/${encodeURIComponent(id)}`,
          );
          return { id, revoked: true };
        },
        () => `Revoked ${id}`,
      ),
    );
  return token;
}
