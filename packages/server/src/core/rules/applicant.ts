import type { FieldErrors } from '../../base/errors.ts';
import type { Version } from '../../base/versions.ts';
import { address } from './address.ts';
import { consents } from './consent.ts';
import { dateOfBirth } from './date.ts';
import { earlierRules } from './earlier-applicant.ts';
import { email } from './email.ts';
import { idNumbers } from './id-number.ts';
import { location } from './location.ts';
import { name } from './name.ts';
import { phoneNumber } from './phone-number.ts';
import { errorsOf, type Fields, optional, optionalText, type Rule, type Rules } from './rule.ts';

/** All but the date of birth, which depends on the day. */
function rulesOf(version: Version): Rules {
  if (version.generation < 3) return earlierRules(version);
  return {
    first_name: name,
    last_name: name,
    email: optional(email),
    address: optional(address),
    id_numbers: optional(idNumbers(version)),
    ...(version.applicantLocation && {
      phone_number: optional(phoneNumber),
      location: optional(location),
      consents: optional(consents),
    }),
  };
}

/** An update may leave a name as it is, but not unset it. */
const nameIfSent: Rule = (value) => (value === undefined ? [] : name(value));

interface RuleSet {
  readonly create: Rules;
  readonly update: Rules;
  /** Of the date of birth: whether an empty text stands for an absent value. */
  readonly optional: (rule: Rule) => Rule;
}

const ruleSets = new WeakMap<Version, RuleSet>();

function ruleSetOf(version: Version): RuleSet {
  let set = ruleSets.get(version);
  if (!set) {
    const create = rulesOf(version);
    const update = { ...create, first_name: nameIfSent, last_name: nameIfSent };
    set = { create, update, optional: version.generation < 3 ? optionalText : optional };
    ruleSets.set(version, set);
  }
  return set;
}

/**
 * What is wrong with an applicant that a client sent, by field; null when nothing is. Fields that the version
 * doesn't have are ignored. Nested attributes nest: `{"address": [{"postcode": ["can't be blank"]}]}`, with an object
 * for each wrong address of v1 and v2, ID number or consent.
 *
 * @param options.partial an update: the names may be absent, but not null
 * @param options.now Unix milliseconds
 */
export function applicantErrors(
  input: Fields,
  { version, partial, now }: { version: Version; partial: boolean; now: number },
): FieldErrors | null {
  const rules = ruleSetOf(version);
  const errors = errorsOf(input, partial ? rules.update : rules.create);
  const dob = rules.optional(dateOfBirth(now))(input.dob);
  return dob.length === 0 ? errors : { ...errors, dob };
}
