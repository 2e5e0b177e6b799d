import { getApplicant } from '../applicants/get.ts';
import { problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { findMonitor, matchesOfMonitor } from '../store/queries/monitors.ts';
import type { MonitorMatchRow, MonitorRow } from '../store/schema.ts';
import type { ScopedReader } from '../store/store.ts';

/** Reports that a monitor can make. */
export const monitoredReports = ['watchlist_standard', 'watchlist_aml'] as const;

/** Sealed data of a monitor. */
interface MonitorData {
  /** Each of its checks carries them. */
  tags: readonly string[];
  /** `rules` of the version that created it, which its checks follow. */
  rules: string;
}

/** A monitor of an applicant against watchlists; times are Unix milliseconds. */
export interface Monitor extends MonitorData, Pick<MonitorRow, 'id' | 'applicant_id' | 'report_name'> {
  created_at: number;
  /** Null while it is active. */
  deleted_at: number | null;
  /** The set of watchlists that its matches come from; null until it was screened. */
  screened_set: number | null;
  sandbox: boolean;
}

/** Sealed data of a match: a record by its list and identifier there, and the hash of the fields that decide a hit. */
export interface MatchData {
  list: string;
  source_id: string;
  content_hash: string;
}

/** A listed record that a monitor matches. */
export interface Match extends MatchData {
  id: string;
  created_at: number;
  enabled: boolean;
}

export function toMonitor(ctx: Ctx, { account_id: _, environment: __, data, ...row }: MonitorRow): Monitor {
  return {
    ...row,
    ...ctx.vault.open<MonitorData>(row.id, data),
    created_at: Number(row.created_at),
    deleted_at: row.deleted_at === null ? null : Number(row.deleted_at),
    screened_set: row.screened_set === null ? null : Number(row.screened_set),
    sandbox: ctx.sandbox,
  };
}

export function sealMonitor(ctx: Ctx, id: string, { tags, rules }: MonitorData): Buffer {
  return ctx.vault.seal(id, { tags, rules } satisfies MonitorData);
}

function toMatch(ctx: Ctx, { id, created_at, enabled, data }: MonitorMatchRow): Match {
  return { id, created_at: Number(created_at), enabled: enabled === 1, ...ctx.vault.open<MatchData>(id, data) };
}

/** The monitor, deleted or not. Throws `resource_not_found`, or `gone` with its applicant. */
export async function getMonitor(ctx: Ctx, id: string): Promise<Monitor> {
  const row = await ctx.read.first(findMonitor, { id });
  if (!row) throw await missing(ctx, 'WatchlistMonitor', id);
  await getApplicant(ctx, row.applicant_id);
  return toMonitor(ctx, row);
}

/** Matches of a monitor, oldest first. */
export async function matchesOf(ctx: Ctx, reader: ScopedReader, monitorId: string): Promise<Match[]> {
  return (await reader.all(matchesOfMonitor, { monitor_id: monitorId })).map((row) => toMatch(ctx, row));
}

/** Matches of the monitor of an id, oldest first. Throws as `getMonitor` does. */
export async function listMatches(ctx: Ctx, id: string): Promise<Match[]> {
  await getMonitor(ctx, id);
  return matchesOf(ctx, ctx.read, id);
}

/** Returns the row. Throws if it is gone: another transaction may have erased a row that this one has read. */
export function existing<Row>(row: Row | undefined): Row {
  if (!row) throw problem('gone');
  return row;
}
