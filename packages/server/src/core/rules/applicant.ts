import type { FieldErrors } from '../../base/errors.ts';
import type { Generation } from '../../base/generation.ts';
import { address } from './address.ts';
import { consents } from './consent.ts';
import { dateOfBirth } from './date.ts';
import { rules1, rules2 } from './earlier-applicant.ts';
import { email } from './email.ts';
import { idNumbers } from './id-number.ts';
import { location } from './location.ts';
import { name } from './name.ts';
import { phoneNumber } from './phone-number.ts';
import { errorsOf, type Fields, optional, optionalText, type Rule, type Rules } from './rule.ts';

/** All but the date of birth, which depends on the day. */
const rules32: Rules = {
  first_name: name,
  last_name: name,
  email: optional(email),
  address: optional(address),
  id_numbers: optional(idNumbers['3.2']),
};

const rules36: Rules = {
  ...rules32,
  id_numbers: optional(idNumbers['3.6']),
  phone_number: optional(phoneNumber),
  location: optional(location),
  consents: optional(consents),
};

/** An update may leave a name as it is, but not unset it. */
const nameIfSent: Rule = (value) => (value === undefined ? [] : name(value));

const toUpdate = (rules: Rules): Rules => ({ ...rules, first_name: nameIfSent, last_name: nameIfSent });

const creation: Readonly<Record<Generation, Rules>> = { '1': rules1, '2': rules2, '3.2': rules32, '3.6': rules36 };

const update: Readonly<Record<Generation, Rules>> = {
  '1': toUpdate(rules1),
  '2': toUpdate(rules2),
  '3.2': toUpdate(rules32),
  '3.6': toUpdate(rules36),
};

/** Whether an empty text stands for an absent value. */
const dobRule: Readonly<Record<Generation, (rule: Rule) => Rule>> = {
  '1': optionalText,
  '2': optionalText,
  '3.2': optional,
  '3.6': optional,
};

/**
 * What is wrong with an applicant that a client sent, by field; null when nothing is. Fields that the generation
 * doesn't know are ignored. Nested attributes nest: `{"address": [{"postcode": ["can't be blank"]}]}`, with an object
 * for each wrong address of v1 and v2, ID number or consent.
 *
 * @param options.partial an update: the names may be absent, but not null
 * @param options.now Unix milliseconds
 */
export function applicantErrors(
  input: Fields,
  { generation, partial, now }: { generation: Generation; partial: boolean; now: number },
): FieldErrors | null {
  const errors = errorsOf(input, (partial ? update : creation)[generation]);
  const dob = dobRule[generation](dateOfBirth(now))(input.dob);
  return dob.length === 0 ? errors : { ...errors, dob };
}
