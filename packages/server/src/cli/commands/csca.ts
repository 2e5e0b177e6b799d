import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';

interface ImportFlags extends OperatorFlags {
  source?: string;
  signer?: string;
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** `bonafide csca`: certificates of states, by which chips of documents are authenticated. */
export function cscaCommand(io: Io): Command {
  const csca = new Command('csca').description(
    'certificates of issuing states and their revocation lists, to verify chips',
  );

  forOperator(csca.command('import').description('load a master list, certificates or revocation lists'))
    .argument('<file>', 'master list (.ml), ICAO LDIF file, certificate or revocation list (DER or PEM)')
    .option('--source <name>', 'name of the import; default: the file name')
    .option(
      '--signer <sha256>',
      'SHA-256 of the certificate of the state that signs the master list; compare it with the published value first',
    )
    .action(async (path: string, { source = basename(path), signer, ...flags }: ImportFlags) => {
      const file = await readFile(path).catch((error: Error) => {
        throw new CommandFailed(`The file ${path} can't be read: ${error.message}`);
      });
      const query = new URLSearchParams({ source, ...(signer && { signer: signer.replaceAll(/[:\s]/g, '') }) });
      await withOperator(
        flags,
        io,
        (operator) => operator.upload('POST', `/state_certificates?${query}`, file),
        ({ certificates, revocation_lists, known, refused }) =>
          [
            `Loaded ${count(certificates, 'certificate')} and ${count(revocation_lists, 'revocation list')}; ${known} were already loaded`,
            ...refused.map((reason: string) => `Refused: ${reason}`),
          ].join('\n'),
      );
    });

  forOperator(csca.command('list').description('list the loaded certificates and revocation lists')).action(
    (flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('GET', '/state_certificates'),
        ({ certificates, revocation_lists }) =>
          [
            table(['country', 'subject', 'valid_from', 'valid_to', 'root', 'source', 'fingerprint'], certificates),
            table(['country', 'issuer', 'issued_at', 'next_at', 'revoked', 'source', 'fingerprint'], revocation_lists),
          ].join('\n\n'),
      ),
  );

  forOperator(
    csca.command('remove').description('remove a certificate or revocation list, or everything from one import'),
  )
    .argument('<name>', 'fingerprint, or the name of the import')
    .action((name: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `/state_certificates/${encodeURIComponent(name)}`),
        ({ certificates, revocation_lists }) =>
          `Removed ${count(certificates, 'certificate')} and ${count(revocation_lists, 'revocation list')}`,
      ),
    );
  return csca;
}
