import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';

interface ImportFlags extends OperatorFlags {
  source: string;
}

/** `bonafide compromised`: lists of documents that are known to be lost, stolen or copied. */
export function compromisedCommand(io: Io): Command {
  const compromised = new Command('compromised').description('lists of documents known to be lost, stolen or copied');

  forOperator(
    compromised.command('import').description('add all documents in a file to a list; on an error nothing is added'),
  )
    .argument('<file>', 'CSV with the columns issuing_country, document_number and, optionally, document_type')
    .requiredOption('--source <name>', 'name of the list')
    .action(async (file: string, { source, ...flags }: ImportFlags) => {
      const csv = await readFile(file, 'utf8').catch((error: Error) => {
        throw new CommandFailed(`The file ${file} can't be read: ${error.message}`);
      });
      await withOperator(
        flags,
        io,
        (operator) => operator.call('POST', '/compromised_documents', { source, csv }),
        ({ imported }) => `Imported ${imported} documents`,
      );
    });

  forOperator(compromised.command('list').description('show the lists')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/compromised_documents'),
      ({ sources }) => table(['source', 'documents', 'imported_at'], sources),
    ),
  );

  forOperator(compromised.command('forget').description('remove a list'))
    .argument('<name>')
    .action((name: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `/compromised_documents/${encodeURIComponent(name)}`),
        ({ forgotten }) => `Removed ${forgotten} documents`,
      ),
    );
  return compromised;
}
