import type { Address, ApplicantData, SandboxAnswers } from '../applicants/applicant.ts';
import type { Ctx } from '../context/ctx.ts';
import type { SubResult } from '../reports/outcome.ts';
import type { CheckRow, CheckStatus } from '../store/schema.ts';

/** Validated fields of a check that a client sends besides applicant and reports. */
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
  /** Age that the document report answers for, and nothing else. */
  age_over?: number | undefined;
  /** The run of a workflow that it was made for. */
  workflow_run_id?: string | undefined;
  /** The watchlist monitor that made it. */
  watchlist_monitor_id?: string | undefined;
  /** Field of v1 and v2. Nobody is charged by this service: the wish is stored. */
  charge_applicant_for_check?: boolean | undefined;
  /** Field of v1 and v2: ids of the groups that were ordered. */
  report_type_groups?: readonly string[] | undefined;
}

/** Fields of a check as a request sends them: null and absent stand for the default. */
export type SentCheckFields = { readonly [K in keyof CheckFields]?: CheckFields[K] | null | undefined };

/** The fields of a check from a request, or from an area that makes a check itself, with the defaults of v3. */
export const checkFieldsOf = (sent: SentCheckFields): CheckFields => ({
  document_ids: sent.document_ids ?? undefined,
  applicant_provides_data: sent.applicant_provides_data ?? false,
  asynchronous: sent.asynchronous ?? true,
  tags: sent.tags ?? [],
  suppress_form_emails: sent.suppress_form_emails ?? false,
  redirect_uri: sent.redirect_uri ?? null,
  privacy_notices_read_consent_given: sent.privacy_notices_read_consent_given ?? null,
  webhook_ids: sent.webhook_ids ?? null,
  sub_result: sent.sub_result ?? undefined,
  consider: sent.consider ?? undefined,
  us_driving_licence: sent.us_driving_licence ?? undefined,
  age_over: sent.age_over ?? undefined,
  workflow_run_id: sent.workflow_run_id ?? undefined,
  watchlist_monitor_id: sent.watchlist_monitor_id ?? undefined,
  charge_applicant_for_check: sent.charge_applicant_for_check ?? undefined,
  report_type_groups: sent.report_type_groups ?? undefined,
});

/** Sealed data of a check: its request, and the applicant as it was when the check was created. */
export interface CheckData extends CheckFields {
  /** `rules` of the version that created it: they decide triggers and countries. */
  generation: string;
  /** Opens the applicant form; null unless the applicant provides the data. */
  form_secret: string | null;
  /**
   * Time at which the applicant first opened the form, Unix milliseconds; absent until then. The next field is the time at which
   * it last sent the form.
   */
  form_opened_at?: number;
  form_submitted_at?: number;
  /** Answers that the client had set for checks of the applicant; sandbox only. */
  answers?: SandboxAnswers;
  /** Names are read at creation: a later change of the applicant doesn't change the check. */
  applicant: Pick<ApplicantData, 'first_name' | 'last_name' | 'dob' | 'id_numbers'> & {
    address: Address | null;
    /** Addresses including the applicant's earlier ones; absent in checks that asked about the current one alone. */
    addresses?: readonly Address[];
    /** Absent in checks of before data sources. */
    middle_name?: string | null;
    phone_number?: string | null;
  };
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

/** URL of the form for the applicant; null without a form, or for a principal that may not write. */
export function formUri(ctx: Ctx, check: Check): string | null {
  return check.form_secret === null || ctx.readOnly
    ? null
    : `${ctx.services.urls.api}/forms/${check.id}/${check.form_secret}`;
}
