import { invalid } from '../base/errors.ts';
import type { AccountSettings } from '../context/account-settings.ts';
import { validityOfEvidence } from '../context/decision-settings.ts';

type Change = Partial<AccountSettings>;

/**
 * Returns a change of settings with both names of the required validity: `decision_validity` and the earlier `decision_evidence`.
 * Throws `validation_error` if a change has both, and they contradict each other.
 */
export function validityOrThrow(current: AccountSettings, change: Change): Change {
  const { decision_evidence: evidence, decision_validity: validity } = change;
  if (evidence !== undefined) {
    const meant = validityOfEvidence[evidence];
    if (validity !== undefined && validity !== meant) {
      throw invalid({
        decision_evidence: [
          `${evidence} means decision_validity ${meant}, not ${validity}. Send decision_validity alone`,
        ],
      });
    }
    return { ...change, decision_validity: meant };
  }
  if (validity === undefined) return change;
  const kept = current.decision_evidence === 'off' ? 'balanced' : current.decision_evidence;
  return { ...change, decision_evidence: validity === 1 ? 'off' : kept };
}
