import type { Ctx } from '../../context/ctx.ts';
import type { ResultsFeedbackRow } from '../../store/schema.ts';

/** Sealed data of feedback. */
export interface KeptFeedback {
  /** The client's remarks; may name people. */
  readonly notes: string | null;
}

/** Feedback of a client on a result. */
export interface Feedback extends KeptFeedback, Pick<ResultsFeedbackRow, 'id' | 'applicant_id' | 'check_id'> {
  /** Null where it is about the check as a whole. */
  readonly report_id: string | null;
  readonly expected_result: ResultsFeedbackRow['expected_result'];
  /** Unix milliseconds. */
  readonly created_at: number;
}

export function toFeedback({ vault }: Pick<Ctx, 'vault'>, row: ResultsFeedbackRow): Feedback {
  const { id, applicant_id, check_id, report_id, expected_result, created_at } = row;
  const kept = vault.open<KeptFeedback>(id, row.data);
  return { id, applicant_id, check_id, report_id, expected_result, created_at: Number(created_at), ...kept };
}
