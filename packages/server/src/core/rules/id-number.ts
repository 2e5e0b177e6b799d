import type { Version } from '../../base/versions.ts';
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

/** Types of ID number; the other spelling of the driving licence is a published one. */
const FIRST_V3 = ['ssn', 'social_insurance', 'tax_id', 'identity_card', 'driving_licence'];
const LATER = [...FIRST_V3, 'share_code', 'voter_id', 'passport', 'other', 'driving_license'];
const V1 = ['ssn', 'tax_id', 'identity_card', 'driving_license', 'driving_licence'];
const V2 = [...FIRST_V3, 'driving_license', 'share_code', 'passport'];

/** The types of ID number that a version takes. */
export function idNumberTypesOf({ generation, moreIdNumberTypes }: Version): readonly string[] {
  if (generation < 3) return generation === 1 ? V1 : V2;
  return moreIdNumberTypes ? LATER : FIRST_V3;
}

/** US social security number: in full, or its last four digits. */
const SSN = /^(\d{3}-\d{2}-\d{4}|\d{4})$/;

const value = required(text(bounds.idNumberValue));
const ssn = required(text(bounds.idNumberValue, form(SSN)));
const noState: Rule = (state) => (isUnset(state) || state === '' ? [] : ['must be blank']);

function rulesOf(version: Version): (fields: Fields) => Rules {
  const type = required(oneOf(idNumberTypesOf(version)));
  const state = version.generation < 3 ? optionalText(issuingState) : optional(issuingState);
  return (fields) => ({
    type,
    value: fields.type === 'ssn' ? ssn : value,
    state_code: fields.type === 'driving_licence' || fields.type === 'driving_license' ? state : noState,
  });
}

/** A list of ID numbers; each that is wrong gives its own object of messages. */
export function idNumbers(version: Version): Rule {
  return listOf(object(rulesOf(version)), bounds.idNumbers);
}
