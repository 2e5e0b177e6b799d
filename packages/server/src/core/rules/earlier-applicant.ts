import type { Version } from '../../base/versions.ts';
import { pastAddress } from './address.ts';
import { bounds } from './bounds.ts';
import { country } from './countries.ts';
import { email } from './email.ts';
import { idNumbers } from './id-number.ts';
import { NAME_FORBIDDEN, name } from './name.ts';
import { listOf, oneOf, optional, optionalText, type Rule, type Rules, text, without } from './rule.ts';

/** v1 and v2 take a value in any case, as published clients send it. */
export const anyCase =
  (rule: Rule, toCase: (value: string) => string): Rule =>
  (value) =>
    rule(typeof value === 'string' ? toCase(value) : value);

const countryOfAnyCase = anyCase(country, (value) => value.toUpperCase());

/** Contract 16.6. */
export const titles = ['Mr', 'Mrs', 'Miss', 'Ms'] as const;
export const genders = ['male', 'female'] as const;

const otherName = optionalText(text(bounds.name, without(NAME_FORBIDDEN)));
/** Free text: those who write it know no country code. */
const telephone = optionalText(text(bounds.phoneNumber));

const common: Rules = {
  title: optionalText(oneOf(titles)),
  first_name: name,
  middle_name: otherName,
  last_name: name,
  email: optionalText(email),
  gender: optionalText(anyCase(oneOf(genders), (value) => value.toLowerCase())),
  telephone,
  mobile: telephone,
  country: optionalText(countryOfAnyCase),
};

/** What v1 and v2 judge of an applicant, but for the date of birth. */
export function earlierRules(version: Version): Rules {
  const shared: Rules = {
    ...common,
    id_numbers: optional(idNumbers(version)),
    addresses: optional(listOf(pastAddress(version), bounds.addresses)),
  };
  if (version.generation === 1) return shared;
  return {
    ...shared,
    mothers_maiden_name: otherName,
    previous_last_name: otherName,
    town_of_birth: optionalText(text(bounds.addressPart)),
    nationality: optionalText(countryOfAnyCase),
    country_of_birth: optionalText(countryOfAnyCase),
  };
}
