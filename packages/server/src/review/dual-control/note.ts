import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { isSameOperator } from '../../members/named-deciders.ts';
import type { Decision } from '../../reports/records/decision.ts';
import type { ReviewNoteRow } from '../../store/schema.ts';
import type { SystemReader } from '../../store/store.ts';
import type { Gist } from './gist.ts';

/** What is sealed of a decision under four eyes that is not in force. */
export interface KeptDecision {
  readonly decision: Decision;
  readonly gist: Gist;
}

/** What is sealed of a referral. */
export interface KeptReferral {
  /** What the next person is asked. */
  readonly note: string;
}

interface Said {
  /** Unix milliseconds. */
  readonly at: number;
  /** As `recordOf` writes it. */
  readonly by: string;
}

/** A decision on a report that another person is yet to make, too. */
export interface EarlierDecision extends Said, KeptDecision {}

/** That a person has handed a report on for a second opinion. */
export interface Referral extends Said, KeptReferral {}

/** What people have said of a report that waits, the earliest first. */
export interface ReviewNotes {
  readonly decisions: readonly EarlierDecision[];
  readonly referrals: readonly Referral[];
}

/** Opens the notes of one report. */
export function notesFrom(ctx: Pick<Ctx, 'vault'>, rows: readonly ReviewNoteRow[]): ReviewNotes {
  const said = <T>(kind: ReviewNoteRow['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        at: Number(row.created_at),
        by: row.created_by,
        ...ctx.vault.open<T & object>(row.id, row.data),
      }));
  return { decisions: said<KeptDecision>('decision'), referrals: said<KeptReferral>('referral') };
}

/** What the acting person may have said of some things: by another key or session, too. */
export async function saidByMe<T extends Said>(
  { services, principal }: Ctx,
  read: SystemReader,
  said: readonly T[],
): Promise<T[]> {
  const mine = await Promise.all(said.map(({ by }) => isSameOperator(services, read, by, recordOf(principal))));
  return said.filter((_, index) => mine[index]);
}
