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

/** What v1 judges of an applicant, but for the date of birth. */
export const rules1: Rules = {
  ...common,
  id_numbers: optional(idNumbers['1']),
  addresses: optional(listOf(pastAddress['1'], bounds.addresses)),
};

/** The same for v2. */
export const rules2: Rules = {
  ...common,
  id_numbers: optional(idNumbers['2']),
  addresses: optional(listOf(pastAddress['2'], bounds.addresses)),
  mothers_maiden_name: otherName,
  previous_last_name: otherName,
  town_of_birth: optionalText(text(bounds.addressPart)),
  nationality: optionalText(countryOfAnyCase),
  country_of_birth: optionalText(countryOfAnyCase),
};
