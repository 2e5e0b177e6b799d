import { type FieldErrors, invalid } from '../base/errors.ts';
import { getAccount } from '../context/account-facts.ts';
import type { AccountSettings } from '../context/account-settings.ts';
import { type Principal, type RecordedPrincipal, recordedPrincipal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { insertThresholdChange, thresholdChangesOf } from '../store/queries/threshold-changes.ts';
import type { ThresholdChangeRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { figuresAt, type ScreeningFigures } from './screening-figures.ts';

/** Settings of an account whose change must be justified. */
const THRESHOLDS = ['screening_hit', 'screening_match'] as const;

/** Changes that a list of them has. */
const SHOWN = 100;

/** Measurements at both values. */
interface BothFigures {
  readonly before: ScreeningFigures;
  readonly after: ScreeningFigures;
}

/** A change of a threshold; `at` in Unix milliseconds. */
export interface ThresholdChange extends Pick<ThresholdChangeRow, 'id' | 'at' | 'setting' | 'note'> {
  readonly by: RecordedPrincipal | null;
  readonly before: number;
  readonly after: number;
  readonly figures: BothFigures;
}

interface AccountChange {
  readonly accountId: string;
  readonly before: AccountSettings;
  readonly after: Partial<AccountSettings>;
  /** Reason for the change. */
  readonly note: string | undefined;
  readonly principal: Principal;
}

/** Records which thresholds a change of an account changes. Throws `validation_error` where it does, and has no note. */
export async function recordThresholdChanges(
  { clock, ids }: Services,
  tx: SystemTx,
  { accountId, before, after, note, principal }: AccountChange,
): Promise<void> {
  const changed = THRESHOLDS.filter((name) => after[name] !== undefined && after[name] !== before[name]);
  if (changed.length === 0) return;
  const missing: FieldErrors = {
    note: [`must give the reason why ${changed.join(' and ')} change${changed.length > 1 ? '' : 's'}`],
  };
  if (note === undefined) throw invalid(missing);
  for (const setting of changed) {
    const [old_value, new_value] = [before[setting], after[setting] as number];
    const figures: BothFigures = { before: figuresAt(old_value), after: figuresAt(new_value) };
    await tx.run(insertThresholdChange, {
      id: ids.uuid(),
      account_id: accountId,
      at: clock.now(),
      changed_by: recordOf(principal),
      setting,
      old_value,
      new_value,
      note,
      figures: JSON.stringify(figures),
    });
  }
}

/** The newest changes of thresholds of an account, at most 100. Throws `resource_not_found`. */
export async function listThresholdChanges(services: Services, accountId: string): Promise<ThresholdChange[]> {
  const { id } = await getAccount(services, accountId);
  const rows = await services.store.system.all(thresholdChangesOf, { account_id: id, limit: SHOWN });
  return rows.map(({ id, at, changed_by, setting, old_value, new_value, note, figures }) => ({
    id,
    at: Number(at),
    setting,
    note,
    by: recordedPrincipal(changed_by),
    before: Number(old_value),
    after: Number(new_value),
    figures: JSON.parse(figures) as BothFigures,
  }));
}
