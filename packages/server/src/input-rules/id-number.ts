import { bounds } from './bounds.ts';
import {
  type Fields,
  form,
  isUnset,
  listOf,
  object,
  oneOf,
  optional,
  type Rule,
  type Rules,
  required,
  text,
} from './rule.ts';
import { issuingState } from './states.ts';

/** Every type of ID number. */
export const idNumberTypes = [
  ...['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_licence'],
  ...['share_code', 'voter_id', 'passport', 'other', 'driving_license'],
] as const;

/** US social security number: in full, or its last four digits. */
const SSN = /^(\d{3}-\d{2}-\d{4}|\d{4})$/;

const value = required(text(bounds.idNumberValue));
const ssn = required(text(bounds.idNumberValue, form(SSN)));
const noState: Rule = (state) => (isUnset(state) || state === '' ? [] : ['must be blank']);

/**
 * A list of ID numbers; each that is wrong gives its own object of messages.
 *
 * @param types those that the list may have
 * @param ifSet judges a state that is there
 */
export function idNumbers(types: readonly string[], ifSet = optional): Rule {
  const type = required(oneOf(types));
  const state = ifSet(issuingState);
  const rulesOf = (fields: Fields): Rules => ({
    type,
    value: fields.type === 'ssn' ? ssn : value,
    state_code: fields.type === 'driving_licence' || fields.type === 'driving_license' ? state : noState,
  });
  return listOf(object(rulesOf), bounds.idNumbers);
}
