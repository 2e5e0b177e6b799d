import { Command } from 'commander';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';

interface CreateFlags extends OperatorFlags {
  name: string;
}

interface ListedKey {
  prefix: string;
  last_four: string;
  active: boolean;
  revoked_at: string | null;
}

/** `of another process`: the key of a setting or file that the answering process doesn't have. */
const stateOf = ({ active, revoked_at }: ListedKey) => {
  if (active) return 'active';
  return revoked_at === null ? 'of another process' : 'revoked';
};

/** `bonafide operator-key`: keys of the operator interface, which these commands use themselves. */
export function operatorKeyCommand(io: Io): Command {
  const key = new Command('operator-key').description('keys of the operator interface, one for each person or script');

  forOperator(key.command('create').description('create a key; the secret is shown only once'))
    .requiredOption('--name <name>', 'name of the person or script that uses the key')
    .action(({ name, ...flags }: CreateFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('POST', '/operator_keys', { name }),
        ({ key: secret, id }) => facts({ key: secret, id, name }),
      ),
    );

  const columns = ['id', 'name', 'state', 'key', 'created_at', 'last_used_at', 'revoked_at'];
  forOperator(key.command('list').description('list keys, newest first')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/operator_keys'),
      ({ operator_keys }: { operator_keys: ListedKey[] }) =>
        table(
          columns,
          operator_keys.map((key) => ({ ...key, state: stateOf(key), key: `${key.prefix}…${key.last_four}` })),
        ),
    ),
  );

  forOperator(key.command('revoke').description('revoke a key'))
    .argument('<id>')
    .action((id: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          await operator.call('DELETE', `/operator_keys/${encodeURIComponent(id)}`);
          return { id, revoked: true };
        },
        () => `Revoked ${id}`,
      ),
    );
  return key;
}
