import { enqueueRebuild } from '../applicants/search/rebuild.ts';
import { recordChange } from '../audit/record.ts';
import { invalid, notFound } from '../base/errors.ts';
import { settingsOf } from '../context/account-directory.ts';
import { type AccountFacts, toFacts } from '../context/account-facts.ts';
import type { AccountSettings } from '../context/account-settings.ts';
import { type Principal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { fourEyesSettings, recordRule, relaxes } from '../members/four-eyes.ts';
import { requireTwoPeopleFor } from '../members/named-deciders.ts';
import { resweep } from '../screening/queue-sweeps.ts';
import { updateAccount as updateRow } from '../store/queries/accounts.ts';
import { deleteAutomationClasses } from '../store/queries/automation-classes.ts';
import { deleteWaitingLooksOfAccount } from '../store/queries/second-looks.ts';
import type { AccountRow } from '../store/schema.ts';
import { refuseIdleAutomation } from './automation-rules.ts';
import { brandingOrThrow } from './branding-rules.ts';
import { recordThresholdChanges } from './threshold-changes.ts';
import { validityOrThrow } from './validity-rules.ts';

/** Settings that decide which records are hits. */
const whatIsAHit = [
  'screening_hit',
  'screening_weak_aliases',
  'screening_partial_names',
  'screening_pep_years',
] as const;

const RELAXED = 'can only be relaxed by two operators. Propose the change with "bonafide proposal relax"';

/** Changes of an operator to an account; absent fields stay unchanged. */
export type AccountInput = Partial<AccountSettings> & {
  name?: string;
  /** Reason for the change; required if a threshold of the screening changes. */
  note?: string;
};

/**
 * Changes an account; every process learns of it at once. Throws `resource_not_found`, and
 * `validation_error` for a branding that breaks a rule, for contradicting names of a setting, for a threshold of the screening that changes without a note, for
 * four eyes without two people who decide, and for four eyes that are relaxed: `proposeRelaxation`.
 */
export async function updateAccount(
  services: Services,
  id: string,
  input: AccountInput,
  principal: Principal,
): Promise<AccountFacts> {
  const { name, note, ...changed } = input;
  const branded = brandingOrThrow(services, changed);
  return services.store.transaction(async (tx) => {
    const { account: row } = await tx.lock({ account: id });
    if (!row) throw notFound('Account', id);
    const settings = validityOrThrow(settingsOf(row), branded);
    refuseIdleAutomation({ ...settingsOf(row), ...settings });
    const change = { accountId: id, before: toFacts(row), after: settings, note, principal };
    await recordThresholdChanges(services, tx, change);
    await requireTwoPeopleFor(services, tx, id, changed);
    const after: AccountRow = {
      ...row,
      name: name ?? row.name,
      settings: JSON.stringify({ ...(JSON.parse(row.settings) as object), ...settings }),
      changed_by: recordOf(principal),
    };
    const [former, current] = [settingsOf(row), settingsOf(after)];
    const changes = (one: keyof AccountSettings) => current[one] !== former[one];
    const rules = fourEyesSettings
      .filter(changes)
      .map((setting) => ({ setting, before: former[setting], after: current[setting] }));
    for (const rule of rules) if (relaxes(rule)) throw invalid({ [rule.setting]: [RELAXED] });
    await tx.run(updateRow, after);
    for (const rule of rules) recordRule(services, tx, { accountId: id, principal, ...rule });
    // While no report gets a second look, members see every decision.
    if (
      changes('review_second_look_share') &&
      Math.min(former.review_second_look_share, current.review_second_look_share) === 0
    )
      await tx.run(deleteWaitingLooksOfAccount, { account_id: id });
    if (changes('decision_automation')) await tx.run(deleteAutomationClasses, { account_id: id });
    if (changes('name_search')) await enqueueRebuild(services, tx, id);
    if (whatIsAHit.some(changes)) await resweep(services, tx, id);
    const fields = Object.keys({ ...(name !== undefined && { name }), ...changed });
    const entry = { action: 'account_updated', object_id: id, details: { fields } } as const;
    recordChange(services, tx, { ...entry, accountId: id, principal });
    tx.signal('account', id);
    return toFacts(after);
  });
}
