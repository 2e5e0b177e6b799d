import { Command } from 'commander';
import { rotatedPurposes } from '../../crypto/keys.ts';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';

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

  forOperator(keys.command('rotate').description('replace a key; data and tokens of before stay valid'))
    .argument('<key>', `master, ${rotatedPurposes.join(', ')}`)
    .action((key: string, flags: OperatorFlags) =>
      withOperator(flags, io, (operator) => operator.call('POST', `/keys/${encodeURIComponent(key)}/rotate`), facts),
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
