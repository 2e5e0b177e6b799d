import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';

const PATH = '/credential_status_lists';

/** `bonafide issuer status`: lists of revoked credentials. */
export function statusListCommand(io: Io): Command {
  const status = new Command('status').description('lists by which issuers revoke and suspend credentials');

  forOperator(status.command('load').description('load a list, in place of an older one with the same address'))
    .argument('<file>', 'Token Status List of a trusted issuer (JWT or CWT)')
    .action(async (path: string, flags: OperatorFlags) => {
      const file = await readFile(path).catch((error: Error) => {
        throw new CommandFailed(`The file ${path} can't be read: ${error.message}`);
      });
      await withOperator(
        flags,
        io,
        (operator) => operator.upload('POST', PATH, file),
        ({ uri, size, expires_at }) => `Loaded ${uri} with ${size} entries. Load a newer one before ${expires_at}`,
      );
    });

  forOperator(status.command('list').description('list the loaded lists')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', PATH),
      ({ lists }) => table(['uri', 'country', 'size', 'issued_at', 'expires_at', 'loaded_at'], lists),
    ),
  );

  forOperator(status.command('remove').description('remove a list'))
    .argument('<uri>', 'address of the list')
    .action((uri: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `${PATH}?${new URLSearchParams({ uri })}`),
        () => `Removed ${uri}`,
      ),
    );
  return status;
}
