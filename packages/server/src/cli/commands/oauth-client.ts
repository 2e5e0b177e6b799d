import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type CreateTokenFlags, tokenBody, withTokenFlags } from './token.ts';

/** `bonafide oauth-client`: clients of the client-credentials grant. `token list` and `token revoke` serve them too. */
export function oauthClientCommand(io: Io): Command {
  const client = new Command('oauth-client').description('OAuth clients, which exchange credentials for access tokens');
  withTokenFlags(client.command('create').description('create a client; the secret is shown only once')).action(
    (flags: CreateTokenFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/accounts/${await operator.account(flags.account)}/oauth_clients`;
          return operator.call('POST', path, tokenBody(flags));
        },
        ({ client_id, client_secret, environment, name, permission }) =>
          facts({ client_id, client_secret, environment, name, permission }),
      ),
  );
  return client;
}
