import { type Generation, isBeforeV3 } from '../../base/generation.ts';
import { bounds } from './bounds.ts';
import {
  type Fields,
  form,
  isUnset,
  listOf,
  object,
  oneOf,
  optional,
  optionalText,
  type Rule,
  type Rules,
  required,
  text,
} from './rule.ts';
import { issuingState } from './states.ts';

const SINCE_32 = ['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_licence'];
const SINCE_36 = ['share_code', 'voter_id', 'passport', 'other', 'driving_license'];

/** Types of ID number by generation; the other spelling of the driving licence is a published one. */
export const idNumberTypes: Readonly<Record<Generation, readonly string[]>> = {
  '1': ['ssn', 'tax_id', 'identity_card', 'driving_license', 'driving_licence'],
  '2': [...SINCE_32, 'driving_license', 'share_code', 'passport'],
  '3.2': SINCE_32,
  '3.6': [...SINCE_32, ...SINCE_36],
};

/** US social security number: in full, or its last four digits. */
const SSN = /^(\d{3}-\d{2}-\d{4}|\d{4})$/;

const value = required(text(bounds.idNumberValue));
const ssn = required(text(bounds.idNumberValue, form(SSN)));
const noState: Rule = (state) => (isUnset(state) || state === '' ? [] : ['must be blank']);

function rulesOf(generation: Generation): (fields: Fields) => Rules {
  const type = required(oneOf(idNumberTypes[generation]));
  const state = isBeforeV3(generation) ? optionalText(issuingState) : optional(issuingState);
  return (fields) => ({
    type,
    value: fields.type === 'ssn' ? ssn : value,
    state_code: fields.type === 'driving_licence' || fields.type === 'driving_license' ? state : noState,
  });
}

/** A list of ID numbers; each that is wrong gives its own object of messages. */
export const idNumbers: Readonly<Record<Generation, Rule>> = {
  '1': listOf(object(rulesOf('1')), bounds.idNumbers),
  '2': listOf(object(rulesOf('2')), bounds.idNumbers),
  '3.2': listOf(object(rulesOf('3.2')), bounds.idNumbers),
  '3.6': listOf(object(rulesOf('3.6')), bounds.idNumbers),
};
