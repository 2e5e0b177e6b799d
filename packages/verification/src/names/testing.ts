import type { NameCandidate, NameSearchResult, ScreeningHit } from './hit.ts';
import { buildNameIndex } from './index-builder.ts';
import { openNameIndex } from './index-file.ts';
import type { ListedName, ListedRecord } from './listed-record.ts';
import { qualify } from './qualify.ts';
import type { NameQuery, NameSearchOptions, QueryName } from './query.ts';
import { searchNames } from './search.ts';

export const THRESHOLDS = { hit: 0.75, match: 0.9, weak_aliases: false };

/** A record of a list: its first name is the primary one, and `~` before a name makes it a weak alias. */
export function listed(names: string | readonly string[], facts: Partial<ListedRecord> = {}): ListedRecord {
  const all = typeof names === 'string' ? [names] : names;
  return {
    source_id: all[0]!,
    kind: 'person',
    categories: ['sanction'],
    names: all.map(
      (name, i): ListedName => ({
        full: name.replace(/^~/, ''),
        type: i === 0 ? 'primary' : 'alias',
        quality: name.startsWith('~') ? 'weak' : 'strong',
        script: 'Latn',
      }),
    ),
    births: [],
    nationalities: [],
    countries: [],
    ids: [],
    addresses: [],
    birth_places: [],
    titles: [],
    positions: [],
    relations: [],
    programmes: [],
    sources: [],
    content_hash: '',
    ...facts,
  };
}

export const born = (from: string, to = from, circa = false) => ({ from, to, circa });

/** A person as the query of a name alone. */
export const person = (name: string | QueryName, facts: Partial<NameQuery> = {}): NameQuery => ({
  names: [typeof name === 'string' ? { full: name } : name],
  ...facts,
});

/** A small list, ready to be searched. */
export function listOf(...records: readonly ListedRecord[]) {
  const index = openNameIndex(buildNameIndex(records.map((record, ordinal) => ({ ordinal, ...record }))));
  const search = (query: NameQuery, options?: NameSearchOptions): NameSearchResult =>
    searchNames(index, query, options);
  return {
    index,
    search,
    /** Returns the hits of a query, best first. */
    hits(query: NameQuery, thresholds = THRESHOLDS): ScreeningHit[] {
      return search(query)
        .candidates.map((candidate: NameCandidate) =>
          qualify(candidate, query, records[candidate.ordinal]!, thresholds),
        )
        .sort((a, b) => b.score - a.score);
    },
    /** Returns the primary names of the hits. */
    found(query: NameQuery, options?: NameSearchOptions): string[] {
      return search(query, options)
        .candidates.filter(
          (candidate) => qualify(candidate, query, records[candidate.ordinal]!, THRESHOLDS).verdict !== 'below',
        )
        .map(({ ordinal }) => records[ordinal]!.names[0]!.full);
    },
  };
}
