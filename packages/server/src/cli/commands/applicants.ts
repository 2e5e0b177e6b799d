import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { Command, Option } from 'commander';
import { csvLine } from '../../base/csv.ts';
import { encodings, linkDeliveries, type RowOutcome, rowOutcomes } from '../../imports/options.ts';
import { type Api, type ApiFlags, forApi, withApi } from '../api.ts';
import { CommandFailed, type Io } from '../io.ts';
import { printableJson } from '../printable.ts';
import { table } from '../table.ts';

interface ImportFlags extends ApiFlags {
  workflow?: string;
  links?: string;
  encoding?: string;
  report?: string;
  check?: boolean;
}

interface Judged {
  readonly rows: number;
  readonly faults: readonly object[];
  readonly fault_count: number;
}

interface Result {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly applicant_id: string;
  readonly workflow_run_id: string | null;
  readonly link: string | null;
  readonly error: string | null;
}

/** Columns of the report. */
const REPORT = ['row', 'outcome', 'applicant_id', 'workflow_run_id', 'link', 'error'] as const;

/** `bonafide applicants`: many applicants at once. */
export function applicantsCommand(io: Io): Command {
  const command = new Command('applicants').description('create many applicants at once');
  command.addCommand(
    forApi(
      new Command('import').description(
        'create the applicants of a CSV file; the same file again creates nobody twice',
      ),
    )
      .argument('<file>', 'CSV file; its first row has the names of the columns')
      .option('--workflow <id>', 'start this workflow for each applicant')
      .addOption(new Option('--links <how>', 'send the links to the workflow').choices([...linkDeliveries]))
      .addOption(new Option('--encoding <encoding>', 'encoding of the file').choices([...encodings]))
      .option('--report <file>', 'write a CSV file with a line for each row; it has the links with --links results')
      .option('--check', 'only check the file, and create nothing')
      .action((file: string, flags: ImportFlags) => withApi(flags, io, (api) => importFile(api, file, flags, io))),
  );
  return command;
}

async function importFile(api: Api, path: string, flags: ImportFlags, io: Io): Promise<void> {
  const file = readFile(path);
  const options = {
    ...(flags.workflow !== undefined && { workflow_id: flags.workflow }),
    ...(flags.links !== undefined && { links: flags.links }),
    ...(flags.encoding !== undefined && { encoding: flags.encoding }),
  };
  const send = (to: string, more: Record<string, string> = {}) =>
    api.call('POST', `/applicant_imports${to}?${new URLSearchParams({ ...options, ...more })}`, {
      file,
      headers: { 'content-type': 'text/csv' },
    });
  const judged: Judged = await send('/validate');
  if (judged.fault_count > 0) refuse(judged, flags, io);
  if (flags.check) {
    io.out(flags.json ? printableJson(judged) : `${judged.rows} rows can be imported`);
    return;
  }
  const results: Result[] = [];
  // Opened before anything is created, so that a report that can't be written fails at the start.
  const report = flags.report === undefined ? undefined : openReport(flags.report);
  try {
    for (let after: number | null = 0; after !== null; ) {
      const page: Judged & { results: Result[]; next: number | null } = await send('', { after: String(after) });
      results.push(...page.results);
      for (const result of page.results) report?.write(REPORT.map((name) => result[name]));
      if (!flags.json) io.err(`${results.length} of ${judged.rows} rows`);
      after = page.next;
    }
  } finally {
    report?.close();
  }
  if (flags.json) io.out(printableJson({ results }));
  else io.out(summaryOf(results));
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return;
  if (!flags.json) io.out(table(['row', 'error'], failed));
  throw new CommandFailed(`${failed.length} rows failed. Run the command again to try them again`);
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandFailed(`${path} can't be read: ${(error as Error).message}`);
  }
}

function openReport(path: string) {
  let file: number;
  try {
    // Links in the report let their holder act as the applicant.
    file = openSync(path, 'w', 0o600);
  } catch (error) {
    throw new CommandFailed(`${path} can't be written: ${(error as Error).message}`);
  }
  const write = (fields: readonly (string | number | null)[]) => void writeSync(file, csvLine(fields));
  write(REPORT);
  return { write, close: () => closeSync(file) };
}

/** Shows the faults of a file, and fails. */
function refuse(judged: Judged, { json }: ImportFlags, io: Io): never {
  if (json) io.out(printableJson(judged));
  else io.out(table(['row', 'column', 'message'], judged.faults));
  const more = judged.fault_count > judged.faults.length ? `. These are the first ${judged.faults.length}` : '';
  throw new CommandFailed(`The file has ${judged.fault_count} faults, and nothing was created${more}`);
}

function summaryOf(results: readonly Result[]): string {
  const counts = rowOutcomes.map(
    (outcome) => [outcome, results.filter((one) => one.outcome === outcome).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}
