import type { Applicant } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import { Ctx } from '../../context/ctx.ts';
import { addressPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { findCheckAnywhere, findTombstoneAnywhere } from '../../store/queries/checks.ts';
import { type Check, toCheck } from '../check.ts';

/** A check whose form an address names. */
export interface LocatedForm {
  readonly ctx: Ctx;
  readonly check: Check;
}

/** The form of a check, for the applicant who has its address. */
export interface ApplicantForm extends LocatedForm {
  readonly applicant: Applicant;
}

/**
 * Finds the check whose form an address names, without a token: the secret in the address is the right to fill it in.
 * Throws `resource_not_found` for a wrong id or secret, in the same words; `gone` when the applicant was erased.
 */
export async function locateForm(services: Services, checkId: string, secret: string): Promise<LocatedForm> {
  const { accounts, store } = services;
  const row = await store.system.first(findCheckAnywhere, { id: checkId });
  if (!row) {
    // The secret went with the check; for the id alone, which nobody guesses, the answer is 410.
    throw (await store.system.first(findTombstoneAnywhere, { id: checkId })) ? problem('gone') : unknownForm(checkId);
  }
  const account = await accounts.find(row.account_id);
  if (!account) throw unknownForm(checkId);
  const ctx = new Ctx(services, account, row.environment, addressPrincipal(row));
  const check = toCheck(ctx, row);
  if (check.form_secret === null || !isSameSecret(check.form_secret, secret)) throw unknownForm(checkId);
  return { ctx, check };
}

/** The form at an address. Throws `account_disabled`; `gone` when the applicant is scheduled for deletion. */
export async function findForm({ ctx, check }: LocatedForm): Promise<ApplicantForm> {
  if (!ctx.account.settings.enabled) throw problem('account_disabled');
  return { ctx, check, applicant: await getApplicant(ctx, check.applicant_id) };
}

function unknownForm(checkId: string) {
  return notFound('Form', checkId);
}

/**
 * State of a form for the applicant. `open`: it can be filled in. `sent`: nothing more to do. `not_needed`: nothing to do, and
 * there never was or will be.
 */
export type FormState = 'open' | 'sent' | 'not_needed';

/**
 * The state of a form by the state of its check. It opens again when the check goes back to the applicant. A check that is
 * reopened is with the service: there is nothing to fill in until it is sent back further.
 */
export function formState({ status, form_submitted_at }: Pick<Check, 'status' | 'form_submitted_at'>): FormState {
  if (status === 'awaiting_applicant') return 'open';
  // Nothing is mailed before the check is resumed, but a client may hand on the address.
  if (status === 'paused' && form_submitted_at === undefined) return 'open';
  // All its reports were cancelled before the applicant was asked, or it was withdrawn.
  if (status === 'withdrawn' || form_submitted_at === undefined) return 'not_needed';
  return 'sent';
}

/** Throws `validation_error` unless the form takes answers. */
export function assertOpen(check: Check): void {
  if (formState(check) !== 'open')
    throw invalid({ status: [`the form can't be changed because the check is ${check.status}`] });
}
