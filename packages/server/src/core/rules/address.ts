import { bounds } from './bounds.ts';
import { country } from './countries.ts';
import { form, object, optional, type Rule, type Rules, required, type TextCheck, text, without } from './rule.ts';
import { usaState } from './states.ts';

/** Section 2 of the v3 document. */
export const ADDRESS_FORBIDDEN = '!$%^*=<>';

/** Outward and inward code, in any case, with or without the space; and the one that breaks the pattern. */
const UK_POSTCODE = /^\s*([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|GIR\s*0AA)\s*$/i;

const partOf = (max: number, ...checks: readonly TextCheck[]): Rule => text(max, without(ADDRESS_FORBIDDEN), ...checks);

const part = optional(partOf(bounds.addressPart));

const anywhere: Rules = {
  flat_number: part,
  building_number: part,
  building_name: part,
  street: part,
  sub_street: part,
  town: part,
  state: part,
  postcode: required(partOf(bounds.addressPart)),
  country: required(country),
  line1: part,
  line2: part,
  line3: part,
};

const byCountry: ReadonlyMap<unknown, Rules> = new Map([
  [
    'GBR',
    {
      ...anywhere,
      street: optional(partOf(bounds.ukStreet)),
      postcode: required(partOf(bounds.addressPart, form(UK_POSTCODE))),
    },
  ],
  ['USA', { ...anywhere, state: required(usaState) }],
]);

/**
 * An address: `postcode` and `country` always, `state` in the USA. Other parts may be empty, as the address picker
 * gives them. All is kept as sent, the case of a postcode too.
 */
export const address = object((fields) => byCountry.get(fields.country) ?? anywhere);
