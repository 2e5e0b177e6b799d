import { watchlistProcessor } from './live/watchlist.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

function watchlist<Name extends string>(name: Name, ...lists: readonly string[]): ReportType<Name> {
  const tree: BreakdownTree = Object.fromEntries(lists.map((list) => [list, []]));
  return {
    name,
    family: 'other',
    uses: {},
    needs: [],
    tree,
    process: watchlistProcessor(tree),
  };
}

const sanctionsAndPeps = ['sanction', 'politically_exposed_person'] as const;

export const watchlistReports = [
  watchlist('watchlist_standard', ...sanctionsAndPeps, 'legal_and_regulatory_warnings'),
  watchlist('watchlist_enhanced', ...sanctionsAndPeps, 'monitored_lists', 'adverse_media'),
  watchlist('watchlist_aml', ...sanctionsAndPeps, 'legal_and_regulatory_warnings', 'adverse_media'),
  watchlist('watchlist_peps_only', 'politically_exposed_person'),
  watchlist('watchlist_sanctions_only', 'sanction'),
] as const;

const names: ReadonlySet<string> = new Set(watchlistReports.map(({ name }) => name));

/** Returns whether a report searches watchlists. */
export const isWatchlistReport = (name: string): boolean => names.has(name);
