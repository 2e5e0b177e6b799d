import { isoDate } from '../base/clock.ts';
import { invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { keyedUuid } from '../context/keyed-uuid.ts';
import { reportType } from '../reports/index.ts';
import type { ScreenedHit, Screening } from '../reports/live/screening.ts';
import { hitsOfReport } from '../reports/live/watchlist.ts';
import { deleteMatch, insertMatch, noteScreenedSet, updateMatch } from '../store/queries/monitors.ts';
import type { ScopedTx } from '../store/store.ts';
import { recordEvents } from '../webhooks/event-log/record.ts';
import { refuseDeleted } from './create.ts';
import { existing, getMonitor, type Match, type MatchData, type Monitor, matchesOf, toMonitor } from './monitor.ts';

/** A client's change of the matches of a monitor: ids. */
export interface MatchChange {
  readonly enable: readonly string[];
  readonly disable: readonly string[];
}

/**
 * Enables and disables matches: later reports of the monitor leave out those that are disabled. Answers all matches. Throws
 * `resource_not_found`, `gone`, and `validation_error` for ids of no match, or in both lists.
 */
export async function changeMatches(ctx: Ctx, id: string, { enable, disable }: MatchChange): Promise<Match[]> {
  const { applicant_id } = await getMonitor(ctx, id);
  return ctx.transaction(async (tx) => {
    const { activeApplicant, monitor } = await tx.lock({ activeApplicant: applicant_id, monitor: id });
    existing(activeApplicant);
    refuseDeleted(toMonitor(ctx, existing(monitor)));
    const matches = await matchesOf(ctx, tx, id);
    const both = enable.filter((id) => disable.includes(id));
    if (both.length > 0) throw invalid({ enable: ['must not also be in disable'] });
    const known = new Set(matches.map((match) => match.id));
    for (const [field, ids] of Object.entries({ enable, disable })) {
      if (ids.some((id) => !known.has(id))) throw invalid({ [field]: ['must be matches of this monitor'] });
    }
    for (const match of matches) {
      if (enable.includes(match.id)) await writeMatch(ctx, tx, { ...match, enabled: true });
      if (disable.includes(match.id)) await writeMatch(ctx, tx, { ...match, enabled: false });
    }
    return matchesOf(ctx, tx, id);
  });
}

async function writeMatch(ctx: Ctx, tx: ScopedTx, { id, enabled, ...match }: Match): Promise<void> {
  const { list, source_id, content_hash } = match;
  const data = ctx.vault.seal(id, { list, source_id, content_hash } satisfies MatchData);
  await tx.run(updateMatch, { id, enabled: enabled ? 1 : 0, data });
}

/** The record of a hit, as a match keeps it. */
const recordOfHit = ({ list, record }: ScreenedHit): MatchData => ({
  list,
  source_id: record.source_id,
  content_hash: record.content_hash,
});

/** The hits of a screening that a report of the monitor asks for. */
export function hitsOf(ctx: Ctx, { report_name }: Pick<Monitor, 'report_name'>, screening: Screening): MatchData[] {
  const counted = { today: isoDate(ctx.now()), decision: ctx.account.settings };
  return hitsOfReport(reportType(report_name).tree, screening, counted).map(recordOfHit);
}

/** The id of the match of a monitor with a record: the same whenever the record is listed. */
function matchId({ services }: Ctx, monitorId: string, { list, source_id }: Pick<MatchData, 'list' | 'source_id'>) {
  return keyedUuid(services, 'watchlist-matches', [monitorId, list, source_id]);
}

interface Found {
  readonly records: readonly MatchData[];
  /** The set of watchlists that they come from. */
  readonly set: number;
  /** True if the search stopped early. Matches that it did not find may then still be listed. */
  readonly incomplete?: boolean;
}

/** Returns whether a monitor has exactly these matches. */
export function isKnown(
  ctx: Ctx,
  monitorId: string,
  matches: readonly Match[],
  records: readonly MatchData[],
): boolean {
  const hashes = new Map(matches.map(({ id, content_hash }) => [id, content_hash]));
  return (
    hashes.size === records.length &&
    records.every((record) => hashes.get(matchId(ctx, monitorId, record)) === record.content_hash)
  );
}

/**
 * Replaces the matches of a monitor, which the transaction has locked, with the found ones. A match whose record has changed is enabled
 * again. An incomplete search removes none. Answers whether anything changed.
 */
export async function setMatches(
  ctx: Ctx,
  tx: ScopedTx,
  monitor: Monitor,
  { records, set, incomplete = false }: Found,
): Promise<boolean> {
  const before = new Map((await matchesOf(ctx, tx, monitor.id)).map((match) => [match.id, match]));
  const after = new Map(records.map((record) => [matchId(ctx, monitor.id, record), record]));
  let changed = false;
  for (const [id, record] of after) {
    const known = before.get(id);
    if (known?.content_hash === record.content_hash) continue;
    changed = true;
    if (known) await writeMatch(ctx, tx, { ...known, ...record, enabled: true });
    else {
      const { id: monitor_id, applicant_id } = monitor;
      const data = ctx.vault.seal(id, record);
      await tx.run(insertMatch, { id, monitor_id, applicant_id, created_at: ctx.now(), enabled: 1, data });
    }
  }
  for (const id of before.keys()) {
    if (after.has(id) || incomplete) continue;
    changed = true;
    await tx.run(deleteMatch, { id });
  }
  if (monitor.screened_set !== set) await tx.run(noteScreenedSet, { id: monitor.id, screened_set: set });
  return changed;
}

/** Records that the matches of a monitor have changed. */
export async function recordMatchesUpdated(ctx: Ctx, tx: ScopedTx, { id, applicant_id }: Monitor): Promise<void> {
  await recordEvents(ctx, tx, [
    {
      type: 'watchlist_monitor.matches_updated',
      resource: { type: 'watchlist_monitor', id },
      applicantId: applicant_id,
      checkId: null,
      webhookIds: null,
    },
  ]);
}
