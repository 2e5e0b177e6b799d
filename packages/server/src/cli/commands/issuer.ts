import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { statusListCommand } from './status-list.ts';

interface ImportFlags extends OperatorFlags {
  country?: string;
  type?: string[];
  issuerName?: string;
  signer?: string;
  source?: string;
}

const count = (n: number) => `${n} issuer${n === 1 ? '' : 's'}`;

/** `bonafide issuer`: issuers whose credentials of wallets are trusted. */
export function issuerCommand(io: Io): Command {
  const issuer = new Command('issuer').description('issuers of credentials of wallets that are trusted');

  forOperator(issuer.command('import').description('load certificates or keys of issuers, or a VICAL'))
    .argument('<file>', 'certificates of authorities (IACA; DER, PEM), JSON Web Keys, or a VICAL')
    .option('--country <code>', 'country, three letters, for keys and certificates that name none')
    .option('--type <type...>', 'types that they may issue; default: licences and identity data of their country')
    .option('--issuer-name <url>', 'claim iss of credentials that JSON Web Keys sign')
    .option('--signer <sha256>', 'SHA-256 of the certificate that signs a VICAL')
    .option('--source <name>', 'name of the import; default: the file name')
    .action(
      async (path: string, { source = basename(path), country, type, issuerName, signer, ...flags }: ImportFlags) => {
        const file = await readFile(path).catch((error: Error) => {
          throw new CommandFailed(`The file ${path} can't be read: ${error.message}`);
        });
        const query = new URLSearchParams({
          source,
          ...(country && { country: country.toUpperCase() }),
          ...(type && { types: type.join(',') }),
          ...(issuerName && { name: issuerName }),
          ...(signer && { signer }),
        });
        await withOperator(
          flags,
          io,
          (operator) => operator.upload('POST', `/credential_issuers?${query}`, file),
          ({ issuers, known, refused }) =>
            [
              `Loaded ${count(issuers)}; ${known} were already loaded`,
              ...refused.map((reason: string) => `Refused: ${reason}`),
            ].join('\n'),
        );
      },
    );

  forOperator(issuer.command('list').description('list the trusted issuers')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/credential_issuers'),
      ({ issuers }) =>
        table(
          ['country', 'kind', 'subject', 'name', 'types', 'valid_from', 'valid_to', 'source', 'fingerprint'],
          issuers,
        ),
    ),
  );

  forOperator(issuer.command('remove').description('remove an issuer, or every issuer from one import'))
    .argument('<name>', 'fingerprint, or the name of the import')
    .action((name: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `/credential_issuers/${encodeURIComponent(name)}`),
        ({ issuers }) => `Removed ${count(issuers)}`,
      ),
    );
  issuer.addCommand(statusListCommand(io));
  return issuer;
}
