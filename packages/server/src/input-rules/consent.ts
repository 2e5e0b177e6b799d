import { bounds } from './bounds.ts';
import { boolean, listOf, object, oneOf, required } from './rule.ts';

/** Consent that says that an applicant has read the privacy notice of the account. */
export const PRIVACY_NOTICE = 'privacy_notices_read';

export const consentNames: readonly string[] = [PRIVACY_NOTICE, 'ssn_verification', 'phone_number_verification'];

const rules = { name: required(oneOf(consentNames)), granted: required(boolean) };

/** A list of consents; of two with one name the later counts. */
export const consents = listOf(
  object(() => rules),
  bounds.consents,
);
