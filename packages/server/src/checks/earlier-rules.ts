import { problem } from '../base/errors.ts';
import type { Version } from '../base/versions.ts';
import { type ReportName, reportType } from '../reports/index.ts';
import { countChecks } from '../store/queries/checks.ts';
import type { ScopedTx } from '../store/store.ts';

/** Contract 4.7; v3 has no such limit. */
const CHECKS_PER_APPLICANT = 1000;

/** The parts of a new check that v1 and v2 restrict. */
interface RestrictedCheck {
  readonly version: Version;
  readonly applicant: { readonly id: string };
  readonly reports: readonly { readonly name: ReportName }[];
  readonly fields: { readonly charge_applicant_for_check?: boolean; readonly applicant_provides_data?: boolean };
}

/**
 * Enforces the rules that only v1 and v2 have: not too many checks of one applicant, and no charge to the applicant for an
 * express check or for one with a report that may be cancelled because its condition isn't met. Throws the first problem.
 */
export async function enforceEarlierRules(
  tx: ScopedTx,
  { version, applicant, reports, fields }: RestrictedCheck,
): Promise<void> {
  if (version.generation >= 3) return;
  const checks = await tx.first(countChecks, { applicant_id: applicant.id });
  if (checks && checks.n >= CHECKS_PER_APPLICANT) throw problem('too_many_checks');
  if (!fields.charge_applicant_for_check) return;
  if (!fields.applicant_provides_data) throw problem('cant_charge_applicant');
  if (reports.some(({ name }) => reportType(name).conditional)) {
    throw problem('cant_charge_applicant_on_conditional_checks');
  }
}
