import { isoDate } from '../../base/clock.ts';
import type { ListedKind, ListName } from '../../base/listed-kinds.ts';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import type { LeafFinding, LeafFindings, Verdict } from '../outcome.ts';
import { doubtful, type ReportShape, verdictOf } from './assessment.ts';

/** An entry of the account's lists with a value of the report. Stored with the report, as the entry was at the analysis. */
export interface ListHit {
  readonly entry_id: string;
  readonly list: ListName;
  readonly kind: ListedKind;
  /** The listed value, as people read it. Personal data. */
  readonly value: string;
  /** Reason for the entry, by its author. */
  readonly reason: string;
  /** Principal who added the entry, as `recordOf` writes it. */
  readonly created_by: string;
  /** Name of the member who added it; null for another principal, and for a member who no longer exists. */
  readonly author: string | null;
  /** Unix milliseconds. */
  readonly created_at: number;
  /** True for a block entry that an allow entry of its kind overrides. */
  readonly exempt?: true;
}

const WORDS: Readonly<Record<ListedKind, string>> = {
  document_number: 'The document number',
  email: 'The e-mail address',
  phone: 'The phone number',
  ip_range: 'An IP address of the applicant',
  address: 'The postal address',
};

/**
 * The verdict on a report once its hits on the blocklist are in doubt, each in a leaf of its own that no body shows. A hit alone neither
 * clears nor flags: a reviewer decides, or the account's rule for doubts. A report that was not analysed stays as it is.
 */
export function withListHits(
  shape: ReportShape,
  found: Verdict,
  hits: readonly ListHit[],
  decision: Pick<DecisionSettings, 'decision_uncertain'>,
): Verdict {
  const blocking = hits.filter(({ list, exempt }) => list === 'block' && !exempt);
  const isAnalysed = found.status === 'complete' || found.status === 'awaiting_approval';
  if (blocking.length === 0 || !isAnalysed) return found;
  if (!found.assessment) return { status: 'awaiting_approval' };
  const leaves: LeafFindings = { ...found.assessment.leaves, ...leavesOf(blocking) };
  const assessment = { ...found.assessment, leaves };
  return found.status === 'complete' ? verdictOf(shape, assessment, decision) : { ...found, assessment };
}

function leavesOf(blocking: readonly ListHit[]): LeafFindings {
  const byKind = Map.groupBy(blocking, ({ kind }) => kind);
  return Object.fromEntries(
    [...byKind].map(([kind, hits]): [string, LeafFinding] => [
      `blocklist.${kind}`,
      doubtful(`${WORDS[kind]} is on the blocklist of the account. ${hits.map(entryWords).join(' ')}`, {
        settles: 'Read the reason of the entry, and decide whether this is the person whom it means.',
      }),
    ]),
  );
}

/** Most characters of the reason of an entry that a finding repeats. */
const REASON_LENGTH = 200;

function entryWords({ author, created_at, reason }: ListHit): string {
  const short = reason.length > REASON_LENGTH ? `${reason.slice(0, REASON_LENGTH)}…` : reason;
  return `${author ?? 'Someone'} added it on ${isoDate(created_at)}: ${short}`;
}
