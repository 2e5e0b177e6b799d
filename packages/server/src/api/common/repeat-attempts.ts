import Type from 'typebox';
import { stringEnum } from '../../base/json-schema.ts';
import { inIsoTimes, repeatAttempts } from '../../checks/reports/repeat-attempts.ts';
import type { Ctx } from '../../context/ctx.ts';
import {
  type RepeatAttempts as RepeatAttemptsBody,
  repeatAttemptsAnswer,
} from '../../reports/sandbox/repeat-attempts.ts';

const Match = stringEnum(['match', 'mismatch']);

export const RepeatAttempts = Type.Object({
  report_id: Type.String(),
  repeat_attempts: Type.Array(
    Type.Object({
      report_id: Type.String(),
      applicant_id: Type.String(),
      date_of_birth: Match,
      names: Match,
      result: stringEnum(['clear', 'consider']),
      created_at: Type.String(),
      completed_at: Type.String(),
    }),
  ),
  attempts_count: Type.Integer(),
  attempts_clear_rate: Type.Number(),
  unique_mismatches_count: Type.Integer(),
});

/** Description of the parameter that `answerRepeatAttempts` takes. */
export const repeatAttemptsDescription =
  'In sandbox, `match`, `mismatch`, `empty` or `error` in place of the id returns that answer.';

/**
 * The body of a request for repeat attempts, the same in every version: in sandbox the answer to a keyword in the place
 * of the report's id, else the attempts with its document. Throws `resource_not_found`, `gone`, and `validation_error`
 * for the keyword `error`.
 */
export async function answerRepeatAttempts(ctx: Ctx, reportId: string): Promise<RepeatAttemptsBody> {
  const sandboxAnswer = ctx.sandbox ? repeatAttemptsAnswer(reportId) : undefined;
  if (sandboxAnswer) return sandboxAnswer;
  return inIsoTimes(await repeatAttempts(ctx, reportId));
}
