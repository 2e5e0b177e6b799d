import { bounds } from './bounds.ts';
import { boolean, listOf, object, oneOf, required } from './rule.ts';

export const consentNames: readonly string[] = [
  'privacy_notices_read',
  'ssn_verification',
  'phone_number_verification',
];

const rules = { name: required(oneOf(consentNames)), granted: required(boolean) };

/** A list of consents; of two with one name the later counts. */
export const consents = listOf(
  object(() => rules),
  bounds.consents,
);
