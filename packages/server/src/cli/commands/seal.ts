import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';

interface ImportFlags extends OperatorFlags {
  scheme: string;
  country: string;
  source?: string;
}

const count = (n: number) => `${n} key${n === 1 ? '' : 's'}`;

/** `bonafide seal`: keys of issuers, by which signed barcodes of documents are verified. */
export function sealCommand(io: Io): Command {
  const seal = new Command('seal').description('keys of issuers, to verify signed barcodes of documents');

  forOperator(seal.command('import').description('load certificates or public keys of an issuer'))
    .argument('<file>', 'certificates or public keys (DER, PEM, JSON Web Key, DID document)')
    .requiredOption(
      '--scheme <scheme>',
      'icao_vds, icao_idb, aadhaar, at_id, claim_169, philsys_v1, aamva_vcb or fr_2ddoc',
    )
    .requiredOption('--country <code>', 'country of the issuer, three letters, such as IND')
    .option('--source <name>', 'name of the import; default: the file name')
    .action(async (path: string, { source = basename(path), scheme, country, ...flags }: ImportFlags) => {
      const file = await readFile(path).catch((error: Error) => {
        throw new CommandFailed(`The file ${path} can't be read: ${error.message}`);
      });
      const query = new URLSearchParams({ source, scheme, country: country.toUpperCase() });
      await withOperator(
        flags,
        io,
        (operator) => operator.upload('POST', `/seal_keys?${query}`, file),
        ({ keys, known, refused }) =>
          [
            `Loaded ${count(keys)}; ${known} were already loaded`,
            ...refused.map((reason: string) => `Refused: ${reason}`),
          ].join('\n'),
      );
    });

  forOperator(seal.command('list').description('list the loaded keys')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/seal_keys'),
      ({ keys }) =>
        table(
          ['country', 'scheme', 'reference', 'algorithm', 'valid_from', 'valid_to', 'subject', 'source', 'fingerprint'],
          keys,
        ),
    ),
  );

  forOperator(seal.command('remove').description('remove a key, or every key from one import'))
    .argument('<name>', 'fingerprint, or the name of the import')
    .action((name: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `/seal_keys/${encodeURIComponent(name)}`),
        ({ keys }) => `Removed ${count(keys)}`,
      ),
    );
  return seal;
}
