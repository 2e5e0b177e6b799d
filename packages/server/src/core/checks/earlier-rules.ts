import { problem } from '../../base/errors.ts';
import { isBeforeV3 } from '../../base/generation.ts';
import { reportType } from '../../reports/index.ts';
import { countChecks } from '../../store/queries/checks.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { NewCheck } from './create.ts';

/** Contract 4.7; v3 has no such limit. */
const CHECKS_PER_APPLICANT = 1000;

/**
 * What v1 and v2 alone forbid: too many checks of one applicant, and charging the applicant for an express check or for
 * one with a report that may be cancelled because its condition isn't met. Throws the first problem.
 */
export async function enforceEarlierRules(
  tx: ScopedTx,
  { generation, applicant, reports, fields }: NewCheck,
): Promise<void> {
  if (!isBeforeV3(generation)) return;
  const checks = await tx.first(countChecks, { applicant_id: applicant.id });
  if (checks && checks.n >= CHECKS_PER_APPLICANT) throw problem('too_many_checks');
  if (!fields.charge_applicant_for_check) return;
  if (!fields.applicant_provides_data) throw problem('cant_charge_applicant');
  if (reports.some(({ name }) => reportType(name).conditional)) {
    throw problem('cant_charge_applicant_on_conditional_checks');
  }
}
