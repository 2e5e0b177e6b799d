import { Command } from 'commander';
import { importTable, reasonOf } from '../import-list.ts';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';

interface ImportFlags extends OperatorFlags {
  name: string;
  kind: string;
  country: string;
}

/** `bonafide source`: registers and services that live reports ask about applicants. */
export function sourceCommand(io: Io): Command {
  const source = new Command('source').description('data sources for live reports');

  forOperator(source.command('import').description('load a table of people, replacing the table with the same name'))
    .argument('<file>', 'CSV; its columns are in docs/guides/data-sources.md')
    .requiredOption('--name <name>', 'name of the table: lower-case letters, digits, . _ -')
    .requiredOption('--kind <kind>', 'electoral, telephone, credit_agency, mortality, national_id, ssn, pan or phone')
    .requiredOption('--country <country>', 'ISO 3166-1 alpha-3')
    .action((file: string, { name, kind, country, ...flags }: ImportFlags) =>
      withOperator(
        flags,
        io,
        (operator) => {
          const fields = { name, kind, country: country.toUpperCase() };
          return importTable(operator, { fields, file }, (line) => io.err(line));
        },
        ({ people, unusable, warnings }) =>
          [
            `${name} has ${people} people`,
            ...(unusable > 0 ? [`Rows with too little data to find a person: ${unusable}`] : []),
            ...warnings.map((warning: string) => `Warning: ${warning}`),
          ].join('\n'),
      ),
    );

  forOperator(
    source.command('imports').description('list the newest imports of tables, including refused imports'),
  ).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/sources/imports'),
      ({ imports }: { imports: (Record<string, unknown> & { error: { message: string } | null })[] }) =>
        table(
          ['created_at', 'name', 'state', 'hashes_stored', 'ended_at', 'reason', 'id'],
          imports.map((tableImport) => ({ ...tableImport, reason: tableImport.error && reasonOf(tableImport.error) })),
        ),
    ),
  );

  forOperator(source.command('list').description('list tables and providers')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/sources'),
      ({ tables, providers }) =>
        [
          table(['name', 'kind', 'country', 'people', 'imported_at'], tables),
          table(['name', 'kind', 'countries', 'url'], providers),
        ].join('\n\n'),
    ),
  );

  forOperator(source.command('remove').description('remove a table'))
    .argument('<name>')
    .action((name: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `/sources/${encodeURIComponent(name)}`),
        () => `Removed ${name}`,
      ),
    );

  forOperator(
    source
      .command('test')
      .description('send a provider a test question about an invented person; the provider may charge for it'),
  )
    .argument('<provider>')
    .action((name: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('POST', `/sources/${encodeURIComponent(name)}/test`),
        ({ tests }) => table(['kind', 'country', 'outcome', 'latency_ms', 'detail'], tests),
      ),
    );
  return source;
}
