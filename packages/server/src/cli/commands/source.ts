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
  const source = new Command('source').description('sources of data that live reports ask');

  forOperator(source.command('import').description('load a table of people, in the place of the one of that name'))
    .argument('<file>', 'CSV; its columns are in docs/guides/data-sources.md')
    .requiredOption('--name <name>', 'name of the table: small letters, digits, . _ -')
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
            ...(unusable > 0 ? [`Rows that have too little for anyone to be found: ${unusable}`] : []),
            ...warnings.map((warning: string) => `Warning: ${warning}`),
          ].join('\n'),
      ),
    );

  forOperator(
    source.command('imports').description('list the newest imports of tables, those that were refused included'),
  ).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/sources/imports'),
      ({ imports }: { imports: (Record<string, unknown> & { error: { message: string } | null })[] }) =>
        table(
          ['created_at', 'name', 'state', 'hashes_stored', 'ended_at', 'reason', 'id'],
          imports.map((one) => ({ ...one, reason: one.error && reasonOf(one.error) })),
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
        () => `${name} is removed`,
      ),
    );

  forOperator(source.command('test').description('ask a provider about an invented person; it may charge for that'))
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
