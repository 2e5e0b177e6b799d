import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
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

const IMPORT_COLUMNS = ['created_at', 'list', 'state', 'records_stored', 'ended_at', 'reason', 'id'];

/** Milliseconds between two looks into a watched folder; a file that did not grow meanwhile is complete. */
const LOOK_MS = 5_000;

/** Collects `theirs=ours` of a repeated option. */
function pair(value: string, before: Record<string, string>): Record<string, string> {
  const at = value.indexOf('=');
  if (at < 1) throw new CommandFailed(`${value} does not have the form theirs=ours`);
  return { ...before, [value.slice(0, at)]: value.slice(at + 1) };
}

/** Adds the commands `import` and `imports`. */
export function addImport(watchlist: Command, io: Io): void {
  forOperator(watchlist.command('import').description('import the files of a list and activate it'))
    .argument('<file...>', 'all files of one list')
    .requiredOption('--list <name>', 'name of the list: lower-case letters, digits, . _ -')
    .option(
      '--format <name>',
      'format of the files, see docs/guides/screening.md; default: detected from the first bytes',
    )
    .option('--category <name>', 'sanction, pep, warning or adverse_media, if the list has no categories')
    .option('--published <day>', 'date of publication (YYYY-MM-DD), if the files do not contain it')
    .option('--checksum <sha256>', 'SHA-256 of the first file, as published')
    .option('--encoding <name>', 'windows-1252 for old CSV exports; default: utf-8, which XML and JSON require')
    .option('--map <theirs=ours>', 'name of a column of a csv list; may be repeated', pair, {})
    .option('--topic-map <topic=category>', 'category of an OpenSanctions topic, or off; may be repeated', pair, {})
    .option('--dry-run', 'read and compare the files without storing anything')
    .option('--allow-shrink', 'accept over 10 % fewer records than the active version')
    .option('--allow-older', 'accept an earlier publication date than the active version has')
    .option('--stage', 'store the version without activating it')
    .action(async (files: string[], flags: ImportFlags) => {
      await withOperator(
        flags,
        io,
        (operator) => importFiles(operator, (line) => io.err(line), { fields: fieldsOf(flags), files }),
        importText,
      );
    });

  forOperator(watchlist.command('imports').description('list the newest imports, including refused imports')).action(
    (flags: OperatorFlags) =>
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
}

/** Adds the command `watch`. */
export function addWatch(watchlist: Command, io: Io): void {
  forOperator(watchlist.command('watch').description('watch a folder and import new files until stopped'))
    .argument('<folder>')
    .option('--once', 'import the present files, then stop')
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
}

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

/** Returns the figures of a version, its skipped records and its warnings as lines. */
export function changesText({ records, people, changes, skipped, warnings }: Version): string {
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
    confirmed: `${version.list} is unchanged; its age counts from today again`,
    dry_run: `${version.list} can be imported; nothing was stored`,
  };
  return `${heads[outcome]}\n${changesText(version)}`;
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
          io.err(`${list} will be tried again: ${error.message}`);
          continue;
        }
        await moveAway(folder, 'refused', { files, reason: error.message });
        io.out(`${list} was refused: ${error.message}`);
      }
    }
    if (once) return;
    before = now;
    await setTimeout(LOOK_MS);
  }
}
