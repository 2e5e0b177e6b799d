import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { isSameOperator } from '../../members/named-deciders.ts';
import type { Decision } from '../../reports/records/decision.ts';
import type { ReviewNoteRow } from '../../store/schema.ts';
import type { SystemReader } from '../../store/store.ts';
import type { DecisionContent } from './decision-content.ts';

/** Sealed data of a decision under dual control that is not in force. */
export interface KeptDecision {
  readonly decision: Decision;
  readonly gist: DecisionContent;
}

/** Sealed data of a referral. */
export interface KeptReferral {
  /** Question to the next person. */
  readonly note: string;
}

interface Said {
  /** Unix milliseconds. */
  readonly at: number;
  /** Principal who did it, as `recordOf` writes it. */
  readonly by: string;
}

/** A decision on a report that another person is yet to make, too. */
export interface EarlierDecision extends Said, KeptDecision {}

/** Referral of a report for a second opinion. */
export interface Referral extends Said, KeptReferral {}

/** Remarks of people on a report that waits, the earliest first. */
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

/** Remarks that the acting person may have made, by another key or session, too. */
export async function saidByMe<T extends Said>(
  { services, principal }: Ctx,
  read: SystemReader,
  said: readonly T[],
): Promise<T[]> {
  const mine = await Promise.all(said.map(({ by }) => isSameOperator(services, read, by, recordOf(principal))));
  return said.filter((_, index) => mine[index]);
}
