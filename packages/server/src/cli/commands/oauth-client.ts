import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type MintFlags, mintBody, mints } from './token.ts';

/** `bonafide oauth-client`: clients of the client-credentials grant. `token list` and `token revoke` serve them too. */
export function oauthClientCommand(io: Io): Command {
  const client = new Command('oauth-client').description('clients that exchange credentials for access tokens');
  mints(client.command('create').description('make a client and show its secret, this once')).action(
    (flags: MintFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/accounts/${await operator.account(flags.account)}/oauth_clients`;
          return operator.call('POST', path, mintBody(flags));
        },
        ({ client_id, client_secret, environment, name, permission }) =>
          facts({ client_id, client_secret, environment, name, permission }),
      ),
  );
  return client;
}
