import { Command } from 'commander';
import { rotatedPurposes } from '../../crypto/keys.ts';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

const columns = [
  'key',
  'version',
  'state',
  'fingerprint',
  'created_at',
  'accepted_until',
  'used_at',
  'remaining',
  'protects',
  'replace',
];

/** `bonafide keys`: the keys that protect stored data and tokens. */
export function keysCommand(io: Io): Command {
  const keys = new Command('keys').description('keys that protect stored data and tokens: status and rotation');

  forOperator(keys.command('status').description('list every key with its age and what still needs it')).action(
    (flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('GET', '/keys'),
        ({ keys: listed }) => table(columns, listed),
      ),
  );

  ofAccount(keys.command('rotate').description('replace a key; data and tokens of before stay valid'))
    .argument('<key>', `master, account, ${rotatedPurposes.join(', ')}`)
    .action((key: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/keys/${encodeURIComponent(key)}/rotate`;
          if (key !== 'account') return operator.call('POST', path);
          return operator.call('POST', `/accounts/${await operator.account(flags.account)}/rotate_key`);
        },
        facts,
      ),
    );

  forOperator(keys.command('remove-master').description('remove a master key that "keys status" calls removable'))
    .argument('<fingerprint>')
    .action((fingerprint: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          await operator.call('DELETE', `/keys/master/${encodeURIComponent(fingerprint)}`);
          return { fingerprint, removed: true };
        },
        () => `Removed the master key ${fingerprint}`,
      ),
    );
  return keys;
}
