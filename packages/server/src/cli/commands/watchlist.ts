import { Command } from 'commander';
import type { Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { addImport, addWatch, changesText } from './watchlist-import.ts';
import { addSearch } from './watchlist-search.ts';

const LIST_COLUMNS = ['list', 'state', 'published', 'age_days', 'records', 'people', 'categories', 'format', 'id'];

/** `bonafide watchlist`: lists of sanctions, politically exposed persons, warnings and adverse media. */
export function watchlistCommand(io: Io): Command {
  const watchlist = new Command('watchlist').description('watchlists that live reports search');
  addImport(watchlist, io);
  addVersions(watchlist, io);
  addSearch(watchlist, io);
  addWatch(watchlist, io);
  return watchlist;
}

/** Adds the commands about the versions of a list. */
function addVersions(watchlist: Command, io: Io): void {
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
    watchlist.command('show').description('show the versions of a list, or the versions that were searched on a day'),
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
    ['activate', 'activate the staged version of a list'],
    ['rollback', 'return to the previously active version of a list'],
  ] as const) {
    forOperator(watchlist.command(name).description(description))
      .argument('<list>')
      .action((list: string, flags: OperatorFlags) =>
        withOperator(flags, io, (operator) => operator.call('POST', `${pathOf(list)}/${name}`), setText),
      );
  }

  forOperator(watchlist.command('remove').description('remove a list from the search'))
    .argument('<list>')
    .option('--confirm', 'remove even the last list of a category; its reports then need manual review')
    .action((list: string, { confirm, ...flags }: OperatorFlags & { confirm?: boolean }) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('DELETE', `${pathOf(list)}${confirm ? '?confirm=true' : ''}`),
        setText,
      ),
    );
}

const pathOf = (list: string) => `/watchlists/${encodeURIComponent(list)}`;

function setText({ number, versions }: { number: number; versions: { list: string; records: number }[] }): string {
  return [`Set ${number} is active`, table(['list', 'records', 'version_id'], versions)].join('\n\n');
}
