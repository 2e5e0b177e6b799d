import type { SubResult } from '../../reports/types.ts';
import type { CheckRow, CheckStatus } from '../../store/schema.ts';
import type { ApplicantData } from '../applicants/applicant.ts';
import type { Ctx } from '../ctx.ts';

/** What a client sends of a check besides applicant and reports, checked. */
export interface CheckFields {
  document_ids?: readonly string[] | undefined;
  applicant_provides_data: boolean;
  asynchronous: boolean;
  tags: readonly string[];
  suppress_form_emails: boolean;
  redirect_uri: string | null;
  privacy_notices_read_consent_given: boolean | null;
  webhook_ids: readonly string[] | null;
  /** Sandbox only. */
  sub_result?: SubResult | undefined;
  /** Sandbox only; v3 report names. */
  consider?: readonly string[] | undefined;
  us_driving_licence?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What is sealed of a check: its request, and the applicant as it was when the check was created. */
export interface CheckData extends CheckFields {
  /** Generation that decides triggers and countries. */
  generation: '3.2' | '3.6';
  /** Opens the applicant form; null unless the applicant provides the data. */
  form_secret: string | null;
  /** Names are read at creation: a later change of the applicant doesn't change the check. */
  applicant: Pick<ApplicantData, 'first_name' | 'last_name' | 'dob' | 'id_numbers' | 'address'>;
}

export interface Check extends CheckData {
  id: string;
  applicant_id: string;
  created_at: number;
  status: CheckStatus;
  result: 'clear' | 'consider' | null;
  sandbox: boolean;
}

export function toCheck(ctx: Ctx, row: CheckRow): Check {
  return {
    ...ctx.vault.open<CheckData>(row.id, row.data),
    id: row.id,
    applicant_id: row.applicant_id,
    created_at: row.created_at,
    status: row.status,
    result: row.result,
    sandbox: ctx.sandbox,
  };
}

export function formUri(ctx: Ctx, check: Check): string | null {
  return check.form_secret === null ? null : `${ctx.services.urls.api}/forms/${check.id}/${check.form_secret}`;
}
