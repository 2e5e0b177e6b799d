import { recordChange } from '../audit/record.ts';
import { invalid } from '../base/errors.ts';
import type { DecisionSettings } from '../context/decision-settings.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { countProposals } from '../store/queries/proposals.ts';
import { countWaitingDecisions } from '../store/queries/review-notes.ts';
import type { SystemTx } from '../store/store.ts';

/** Settings that say which decisions two people make, with their values from the least to the most. */
export const fourEyesRules = {
  screening_four_eyes: ['off', 'clear', 'all'],
  decision_four_eyes: ['off', 'on'],
} as const satisfies { readonly [Setting in FourEyesSetting]: readonly DecisionSettings[Setting][] };

export type FourEyesSetting = 'screening_four_eyes' | 'decision_four_eyes';
export const fourEyesSettings = Object.keys(fourEyesRules) as FourEyesSetting[];

/** A change of a rule of an account. */
export interface RuleChange {
  readonly setting: FourEyesSetting;
  readonly before: string;
  readonly after: string;
}

/** Returns whether one person may decide more after a change than before. */
export function relaxes({ setting, before, after }: RuleChange): boolean {
  const values: readonly string[] = fourEyesRules[setting];
  return values.indexOf(after) < values.indexOf(before);
}

/**
 * Throws `validation_error` while a proposal of the account waits, or for `decision_four_eyes` a decision: the person who made it
 * could decide alone.
 */
export async function refuseWhileWaiting(tx: SystemTx, account_id: string, setting: FourEyesSetting): Promise<void> {
  for (const environment of ['sandbox', 'live'] as const) {
    const scope = tx.within({ account_id, environment });
    const waiting = await scope.first(countProposals, { state: 'proposed' });
    if (Number(waiting?.n ?? 0) > 0) {
      throw invalid({ [setting]: ["can't be relaxed while a proposal is open. Confirm or refuse the proposal first"] });
    }
    const kept = setting === 'decision_four_eyes' ? await scope.first(countWaitingDecisions, {}) : undefined;
    if (Number(kept?.n ?? 0) > 0) {
      throw invalid({ [setting]: ["can't be relaxed while a decision needs a second person"] });
    }
  }
}

/** Records in the audit log who changed the rule, with its old and new value. */
export const recordRule = (
  services: Services,
  tx: SystemTx,
  {
    accountId,
    principal,
    setting,
    before,
    after,
  }: RuleChange & { readonly accountId: string; readonly principal: Principal },
): void =>
  recordChange(services, tx, {
    action: 'four_eyes_changed',
    object_id: accountId,
    accountId,
    principal,
    details: { setting, before, after },
  });
