import type { ListedCategory } from '@bonafide/verification';
import { DAY_MS, isoDate } from '../../base/clock.ts';
import { type RecordedPrincipal, recordedPrincipal } from '../../context/principal.ts';
import type { ScreenedList } from '../../reports/live/screening.ts';
import type { ListVersionRow, ScreeningSetRow } from '../../store/schema.ts';

/** Stored facts of the import of a version. */
export interface VersionFacts {
  readonly format: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  /** Records and parts of records that were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly warnings: readonly { readonly text: string; readonly count: number }[];
  /** Changes relative to the version that was active when it was imported; null without one, and until its import has ended. */
  readonly changes: VersionChanges | null;
  /** Refusals that the operator overruled: `allow_shrink`, `allow_older`. */
  readonly flags: readonly string[];
}

/** Records by their identifiers in the source. */
export interface VersionChanges {
  readonly added: number;
  /** Number of records that changed in a field that decides a hit. */
  readonly changed: number;
  readonly gone: number;
  readonly unchanged: number;
}

/** A version of a watchlist; times are Unix milliseconds. */
export interface ListVersion extends VersionFacts {
  readonly id: string;
  readonly list: string;
  readonly state: ListVersionRow['state'];
  readonly categories: readonly ListedCategory[];
  readonly published_at: number | null;
  readonly confirmed_at: number | null;
  readonly imported_at: number;
  readonly imported_by: RecordedPrincipal | null;
  readonly records: number;
  readonly people: number;
  readonly activated_at: number | null;
  readonly activated_by: RecordedPrincipal | null;
  readonly retired_at: number | null;
  readonly retired_by: RecordedPrincipal | null;
}

const numberOrNull = (value: number | null) => (value === null ? null : Number(value));

export function toVersion({ categories, facts, files_hash: _, touched_at: __, ...row }: ListVersionRow): ListVersion {
  return {
    ...row,
    categories: JSON.parse(categories) as ListedCategory[],
    ...(JSON.parse(facts) as VersionFacts),
    published_at: numberOrNull(row.published_at),
    confirmed_at: numberOrNull(row.confirmed_at),
    imported_at: Number(row.imported_at),
    imported_by: recordedPrincipal(row.imported_by),
    records: Number(row.records),
    people: Number(row.people),
    activated_at: numberOrNull(row.activated_at),
    activated_by: recordedPrincipal(row.activated_by),
    retired_at: numberOrNull(row.retired_at),
    retired_by: recordedPrincipal(row.retired_by),
  };
}

/** Whole days since a version was published or, if later, last confirmed; without a date of publication since its import. */
export function ageOf(
  { published_at, confirmed_at, imported_at }: Pick<ListVersion, 'published_at' | 'confirmed_at' | 'imported_at'>,
  now: number,
): number {
  const since = Math.max(published_at ?? imported_at, confirmed_at ?? 0);
  return Math.max(0, Math.floor((now - since) / DAY_MS));
}

/** A version as a screening names it. */
export function asScreened(version: ListVersion, now: number): ScreenedList {
  const { list, id, published_at, categories, records, files } = version;
  return {
    list,
    version_id: id,
    categories,
    records,
    age: ageOf(version, now),
    published: published_at === null ? null : isoDate(published_at),
    files: files.map(({ sha256 }) => sha256),
  };
}

/** The place of a version in the index of a set. */
export interface SetMember {
  readonly version_id: string;
  readonly list: string;
  /** Number of its first record in the index. */
  readonly base: number;
  readonly records: number;
}

/** Versions that were searched from a moment on. */
export interface ScreeningSet {
  readonly number: number;
  readonly members: readonly SetMember[];
  /** SHA-256 of the index; null if no list is active. */
  readonly sha256: string | null;
  readonly storage_key: string | null;
  /** Bytes of the index. */
  readonly size: number;
  readonly cause: ScreeningSetRow['cause'];
  /** Unix milliseconds. */
  readonly created_at: number;
  readonly created_by: RecordedPrincipal | null;
}

export function toSet({ versions, ...row }: ScreeningSetRow): ScreeningSet {
  return {
    ...row,
    number: Number(row.number),
    members: JSON.parse(versions) as SetMember[],
    size: Number(row.size),
    created_at: Number(row.created_at),
    created_by: recordedPrincipal(row.created_by),
  };
}
