import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { type Import, type Imported, importFiles, reasonOf, type Version } from '../import-list.ts';
import { CommandFailed, type Io, NoServer, TryAgain } from '../io.ts';
import { connectOperator, forOperator, type Operator, type OperatorFlags, withOperator } from '../operator.ts';
import { printable } from '../printable.ts';
import { notWritable } from '../start-failure.ts';
import { table } from '../table.ts';
import { droppedLists, filesIn, makeFolders, moveAway } from '../watch-folder.ts';

interface ImportFlags extends OperatorFlags {
  list: string;
  format?: string;
  category?: string;
  published?: string;
  checksum?: string;
  encoding?: string;
  map: Record<string, string>;
  topicMap: Record<string, string>;
  dryRun?: boolean;
  allowShrink?: boolean;
  allowOlder?: boolean;
  stage?: boolean;
}

interface ShownHit {
  score: number;
  verdict: string;
  list: string;
  source_id: string;
  words: string[];
  explanation: { matched?: { listed: string }; ofac_score?: number };
}

const LIST_COLUMNS = ['list', 'state', 'published', 'age_days', 'records', 'people', 'categories', 'format', 'id'];

const IMPORT_COLUMNS = ['created_at', 'list', 'state', 'records_stored', 'ended_at', 'reason', 'id'];

/** Milliseconds between two looks into a watched folder; a file that did not grow meanwhile is complete. */
const LOOK_MS = 5_000;

/** Collects `theirs=ours` of a repeated option. */
function pair(value: string, before: Record<string, string>): Record<string, string> {
  const at = value.indexOf('=');
  if (at < 1) throw new CommandFailed(`${value} is not of the form theirs=ours`);
  return { ...before, [value.slice(0, at)]: value.slice(at + 1) };
}

/** `bonafide watchlist`: lists of sanctions, politically exposed persons, warnings and adverse media. */
export function watchlistCommand(io: Io): Command {
  const watchlist = new Command('watchlist').description('watchlists that live reports search');

  forOperator(watchlist.command('import').description('read the files of a list, and activate it'))
    .argument('<file...>', 'all files of one list')
    .requiredOption('--list <name>', 'name of the list: small letters, digits, . _ -')
    .option('--format <name>', 'see docs/guides/screening.md; default: found by the first bytes')
    .option('--category <name>', 'sanction, pep, warning or adverse_media, where the list names none')
    .option('--published <day>', 'YYYY-MM-DD, where the files name no day of publication')
    .option('--checksum <sha256>', 'of the first file, as its publisher gives it')
    .option('--encoding <name>', 'windows-1252 for old exports of rows; default: utf-8, which XML and JSON must be')
    .option('--map <theirs=ours>', 'name of a column of a csv list; may be repeated', pair, {})
    .option('--topic-map <topic=category>', 'category of a topic of OpenSanctions, or off; may be repeated', pair, {})
    .option('--dry-run', 'read and compare, and keep nothing')
    .option('--allow-shrink', 'accept over 10 % fewer records than the active version')
    .option('--allow-older', 'accept an earlier day of publication than that of the active version')
    .option('--stage', 'keep the version without activating it')
    .action(async (files: string[], flags: ImportFlags) => {
      await withOperator(
        flags,
        io,
        (operator) => importFiles(operator, (line) => io.err(line), { fields: fieldsOf(flags), files }),
        importText,
      );
    });

  forOperator(
    watchlist.command('imports').description('list the newest imports, those that were refused included'),
  ).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/watchlists/imports'),
      ({ imports }: { imports: (Import & Record<string, unknown>)[] }) =>
        table(
          IMPORT_COLUMNS,
          imports.map((one) => ({ ...one, reason: one.error && reasonOf(one.error) })),
        ),
    ),
  );

  forOperator(watchlist.command('list').description('list the versions that are active or staged')).action(
    (flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('GET', '/watchlists'),
        ({ set, versions }) => [`Set ${set?.number ?? 0}`, table(LIST_COLUMNS, versions)].join('\n\n'),
      ),
  );

  forOperator(
    watchlist.command('show').description('show the versions of a list, or those that were searched on a day'),
  )
    .argument('<list>')
    .option('--at <day>', 'YYYY-MM-DD: the set at the end of this day, UTC')
    .action((list: string, { at, ...flags }: OperatorFlags & { at?: string }) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('GET', `${pathOf(list)}${at ? `?at=${encodeURIComponent(at)}` : ''}`),
        ({ set, versions }) =>
          [
            set ? `Set ${set.number}, since ${set.created_at}` : 'No set was active',
            table([...LIST_COLUMNS, 'imported_at', 'activated_at', 'retired_at'], versions),
          ].join('\n\n'),
      ),
    );

  forOperator(watchlist.command('diff').description('show what the staged version of a list adds, changes and removes'))
    .argument('<list>')
    .action((list: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('GET', `${pathOf(list)}/diff`),
        ({ after, records }) => [changesText(after), table(['change', 'source_id'], records)].join('\n\n'),
      ),
    );

  for (const [name, description] of [
    ['activate', 'search the staged version of a list from now on'],
    ['rollback', 'return to the version of a list that was active before'],
  ] as const) {
    forOperator(watchlist.command(name).description(description))
      .argument('<list>')
      .action((list: string, flags: OperatorFlags) =>
        withOperator(flags, io, (operator) => operator.call('POST', `${pathOf(list)}/${name}`), setText),
      );
  }

  forOperator(watchlist.command('remove').description('take a list out of the search'))
    .argument('<list>')
    .option('--confirm', 'also where it is the last list of a category: then reports on it wait for a person')
    .action((list: string, { confirm, ...flags }: OperatorFlags & { confirm?: boolean }) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `${pathOf(list)}${confirm ? '?confirm=true' : ''}`),
        setText,
      ),
    );

  forOperator(watchlist.command('search').description('show what a report with the default thresholds would find'))
    .argument('<name>')
    .option('--dob <date>', 'YYYY, YYYY-MM or YYYY-MM-DD')
    .option('--nationality <country>', 'ISO 3166-1 alpha-3')
    .option('--id <type:country:number>', 'identity number; type and country may be empty')
    .action((name: string, { dob, nationality, id, ...flags }: OperatorFlags & Record<string, string>) =>
      withOperator(
        flags,
        io,
        (operator) =>
          operator.call('POST', '/watchlists/search', {
            name,
            ...(dob && { date_of_birth: dob }),
            ...(nationality && { nationality: nationality.toUpperCase() }),
            ...(id && { ids: [numberOf(id)] }),
          }),
        ({ set, hits, near, complete }) =>
          [
            `Set ${set}: ${hits.length} hits${complete ? '' : '. The search stopped before its end: hits may be missing'}`,
            ...[...hits, ...near].map(hitText),
          ].join('\n\n'),
      ),
    );

  forOperator(watchlist.command('score').description('compare two names'))
    .argument('<query>', 'name of the applicant')
    .argument('<listed>', 'name on a list')
    .action((query: string, listed: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('POST', '/watchlists/score', { query, listed }),
        ({ score, ofac_score, explanation }) =>
          [
            `${score.toFixed(2)} (search of the US Treasury: ${ofac_score})`,
            table(['query', 'listed', 'similarity', 'why'], explanation.parts),
          ].join('\n\n'),
      ),
    );

  forOperator(
    watchlist
      .command('rescreen')
      .description('list completed clear reports that would have hits today; makes no check'),
  )
    .option('--since <day>', 'YYYY-MM-DD: those that were completed since')
    .action(({ since, ...flags }: OperatorFlags & { since?: string }) =>
      withOperator(
        flags,
        io,
        (operator) => rescreened(operator, since),
        ({ reports, examined }) =>
          [`${reports.length} of ${examined} clear reports`, rescreenTable(reports)].join('\n\n'),
      ),
    );

  forOperator(watchlist.command('watch').description('import what is put into a folder, until it is stopped'))
    .argument('<folder>')
    .option('--once', 'import what is there, and end')
    .action(async (folder: string, { once = false, ...flags }: OperatorFlags & { once?: boolean }) => {
      const operator = await connectOperator(flags, io);
      try {
        await watch(operator, io, { folder: resolve(folder), once });
      } catch (error) {
        throw notWritable(error, resolve(folder), 'The folder is no longer watched') ?? error;
      } finally {
        await operator.close();
      }
    });
  return watchlist;
}

interface Rescreened {
  readonly completed_at: string;
  readonly complete: boolean;
  readonly hits: readonly { readonly list: string; readonly source_id: string; readonly score: number }[];
}

/** All pages of the reports that would have hits today. */
async function rescreened(
  operator: Operator,
  since: string | undefined,
): Promise<{ reports: Rescreened[]; examined: number }> {
  const reports: Rescreened[] = [];
  let examined = 0;
  for (let after: string | null = ''; after !== null; ) {
    const asked: object = { after, ...(since !== undefined && { since }) };
    const page: { reports: Rescreened[]; examined: number; next: string | null } = await operator.call(
      'POST',
      '/watchlists/rescreen',
      asked,
    );
    reports.push(...page.reports);
    examined += page.examined;
    after = page.next;
  }
  return { reports, examined };
}

const RESCREEN_COLUMNS = ['completed_at', 'name', 'score', 'list', 'source_id', 'hits', 'account_id', 'report_id'];

/** A line a report, with its best hit. */
const rescreenTable = (reports: readonly Rescreened[]) =>
  table(
    RESCREEN_COLUMNS,
    reports.map(({ hits, complete, ...report }) => ({
      ...report,
      ...hits[0],
      score: hits[0]?.score.toFixed(2),
      hits: complete ? hits.length : `${hits.length} or more`,
    })),
  );

const pathOf = (list: string) => `/watchlists/${encodeURIComponent(list)}`;

function fieldsOf(flags: ImportFlags): Record<string, string> {
  const { list, format, category, published, checksum, encoding, map, topicMap } = flags;
  const given = { list, format, category, published, checksum, encoding };
  const marked = {
    dry_run: flags.dryRun,
    allow_shrink: flags.allowShrink,
    allow_older: flags.allowOlder,
    stage: flags.stage,
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    ...Object.fromEntries(Object.entries(marked).flatMap(([name, on]) => (on ? [[name, 'true']] : []))),
    ...(Object.keys(map).length > 0 && { map: JSON.stringify(map) }),
    ...(Object.keys(topicMap).length > 0 && { topic_map: JSON.stringify(topicMap) }),
  };
}

function numberOf(text: string): { type?: string; country?: string; number: string } {
  const [type, country, ...rest] = text.split(':');
  const number = rest.join(':');
  if (number === '') throw new CommandFailed(`${text} is not of the form type:country:number`);
  return { number, ...(type && { type }), ...(country && { country: country.toUpperCase() }) };
}

function changesText({ records, people, changes, skipped, warnings }: Version): string {
  const counts = changes
    ? `; ${changes.added} added, ${changes.changed} changed, ${changes.gone} gone, ${changes.unchanged} unchanged`
    : '';
  return [
    `${records} records, ${people} of people${counts}`,
    ...Object.entries(skipped).map(([reason, count]) => `Left out: ${reason} (${count})`),
    ...warnings.map(({ text, count }) => `Warning: ${text} (${count})`),
  ].join('\n');
}

function importText({ outcome, version, set }: Imported): string {
  const heads = {
    activated: `${version.list} is active in set ${set}`,
    staged: `${version.list} is staged. Activate it with "bonafide watchlist activate ${version.list}"`,
    confirmed: `${version.list} is unchanged; its age begins anew`,
    dry_run: `${version.list} can be imported; nothing was kept`,
  };
  return `${heads[outcome]}\n${changesText(version)}`;
}

function setText({ number, versions }: { number: number; versions: { list: string; records: number }[] }): string {
  return [`Set ${number} is active`, table(['list', 'records', 'version_id'], versions)].join('\n\n');
}

function hitText({ score, verdict, list, source_id, words, explanation }: ShownHit): string {
  const name = explanation.matched?.listed ?? 'identity number';
  const treasury = explanation.ofac_score === undefined ? '' : `, search of the US Treasury: ${explanation.ofac_score}`;
  return [
    `${score.toFixed(2)} ${verdict}: ${name} (${list} ${source_id}${treasury})`,
    ...words.map((word) => `  ${word}`),
  ].join('\n');
}

/** Imports the lists in a folder, and what comes later. Each file is moved to `done` or, with the reason, to `refused`. */
async function watch(
  operator: Operator,
  io: Io,
  { folder, once }: { readonly folder: string; readonly once: boolean },
): Promise<void> {
  await makeFolders(folder);
  let before = once ? await filesIn(folder) : new Map<string, number>();
  for (;;) {
    const now = await filesIn(folder);
    const complete = new Set([...now].filter(([name, size]) => before.get(name) === size).map(([name]) => name));
    for (const { list, fields, files, missing } of droppedLists([...now.keys()])) {
      if (!files.every((name) => complete.has(name))) continue;
      if (missing.length > 0) {
        if (once) io.out(`${list}: ${missing.join(', ')} missing`);
        continue;
      }
      try {
        const paths = files.map((name) => join(folder, name));
        const imported = await importFiles(operator, (line) => io.err(line), {
          fields: { ...fields, list },
          files: paths,
        });
        await moveAway(folder, 'done', { files });
        io.out(printable(importText(imported)));
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error;
        // A server that does not answer, has too much to do or was stopped refuses no list: its files stay for another try.
        if (error instanceof NoServer || error instanceof TryAgain) {
          if (once) throw error;
          io.err(`${list} is tried again: ${error.message}`);
          continue;
        }
        await moveAway(folder, 'refused', { files, reason: error.message });
        io.out(`${list} is refused: ${error.message}`);
      }
    }
    if (once) return;
    before = now;
    await setTimeout(LOOK_MS);
  }
}
