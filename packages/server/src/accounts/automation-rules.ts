import { invalid } from '../base/errors.ts';
import type { AccountSettings } from '../context/account-settings.ts';

/** Throws `validation_error` for audited automation where no reviewer decides, since it counts reviewers' decisions. */
export function refuseIdleAutomation({ decision_automation, decision_uncertain }: AccountSettings): void {
  if (decision_automation === 'audited' && decision_uncertain !== 'person') {
    throw invalid({
      decision_automation: [
        "audited counts reviewers' decisions, so decision_uncertain must be person. Send decision_uncertain=person, or " +
          'decision_automation=off',
      ],
    });
  }
}
