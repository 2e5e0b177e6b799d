import type { PhraseKey } from '../language/en.ts';
import { latinDigits } from './date.ts';
import { stateNamed } from './states.ts';

/*
 * What the service refuses and can be said here at once, with its words. All other rules are the service's alone.
 */

/** A value in its sent form, or its fault. */
export type FieldVerdict = { readonly value: string } | { readonly wrong: PhraseKey };

/** White space around it, and twice in a row, would spoil comparisons. */
export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@.<>()[\],;:"\\]+(\.[^\s@.<>()[\],;:"\\]+)+$/;
const UK_POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|GIR\s*0AA)$/i;

const name = (text: string): FieldVerdict =>
  /[\^!#$%*=<>;{}"\p{Nd}]/u.test(text) ? { wrong: 'profileData.wrong_name' } : { value: text };

/** Judges a phone number with its country code, by `+` or `00`. */
function phone(text: string): FieldVerdict {
  const value = latinDigits(text)
    .replace(/[\s()./-]/g, '')
    .replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(value) ? { value } : { wrong: 'profileData.wrong_phone_number' };
}

function ssn(text: string): FieldVerdict {
  const digits = latinDigits(text).replace(/[\s-]/g, '');
  if (!/^\d{9}$/.test(digits)) return { wrong: 'profileData.wrong_ssn' };
  return { value: digits.replace(/^(...)(..)/, '$1-$2-') };
}

function state(text: string): FieldVerdict {
  const letters = stateNamed(text) ?? text.toUpperCase();
  return /^[A-Z]{2}$/.test(letters) ? { value: letters } : { wrong: 'profileData.wrong_state' };
}

const postcode = (text: string, country: string): FieldVerdict =>
  country !== 'GBR' || UK_POSTCODE.test(text) ? { value: text.toUpperCase() } : { wrong: 'profileData.wrong_postcode' };

const rules: Readonly<Record<string, (text: string, country: string) => FieldVerdict>> = {
  first_name: name,
  last_name: name,
  email: (text) => (EMAIL.test(text) ? { value: text } : { wrong: 'profileData.wrong_email' }),
  phone_number: phone,
  ssn,
  'address.state': state,
  'address.postcode': postcode,
};

/** Judges a non-empty entry of a field. `country` is the country of the address, alpha-3 or empty. */
export const judgeField = (field: string, text: string, country: string): FieldVerdict =>
  rules[field]?.(tidy(text), country) ?? { value: tidy(text) };
