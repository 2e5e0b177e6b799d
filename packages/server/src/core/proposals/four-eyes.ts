import { invalid } from '../../base/errors.ts';
import type { DecisionSettings } from '../../reports/live/decision.ts';
import { countProposals } from '../../store/queries/proposals.ts';
import type { SystemTx } from '../../store/store.ts';
import { recordChange } from '../audit/record.ts';
import type { Principal } from '../principal.ts';
import type { Services } from '../services.ts';

/** Which decisions two operators make together, from the least to the most. */
export const fourEyesRules = [
  'off',
  'clear',
  'all',
] as const satisfies readonly DecisionSettings['screening_four_eyes'][];

export type FourEyes = (typeof fourEyesRules)[number];

/** A change of the rule of an account. */
export interface RuleChange {
  readonly before: FourEyes;
  readonly after: FourEyes;
}

/** Whether one operator may decide more after a change than before. */
export const relaxes = ({ before, after }: RuleChange): boolean =>
  fourEyesRules.indexOf(after) < fourEyesRules.indexOf(before);

/** Throws `validation_error` while a proposal of the account waits: the operator who made it could decide alone. */
export async function refuseWhileWaiting(tx: SystemTx, account_id: string): Promise<void> {
  for (const environment of ['sandbox', 'live'] as const) {
    const waiting = await tx.within({ account_id, environment }).first(countProposals, { state: 'proposed' });
    if (Number(waiting?.n ?? 0) > 0) {
      throw invalid({ screening_four_eyes: ["can't be relaxed while a proposal waits: confirm or refuse it first"] });
    }
  }
}

/** Records in the audit log who changed the rule, from what to what. */
export const recordRule = (
  services: Services,
  tx: SystemTx,
  { accountId, principal, before, after }: RuleChange & { readonly accountId: string; readonly principal: Principal },
): void =>
  recordChange(services, tx, {
    ...{ action: 'four_eyes_changed', object_id: accountId, accountId, principal, details: { before, after } },
  });
