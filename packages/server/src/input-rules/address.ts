import { bounds } from './bounds.ts';
import { country } from './countries.ts';
import { isDate } from './date.ts';
import {
  type Fields,
  form,
  INVALID,
  object,
  optional,
  optionalText,
  type Rule,
  type Rules,
  required,
  type TextCheck,
  text,
  without,
} from './rule.ts';
import { usaState } from './states.ts';

/** Contract 5.2. */
export const ADDRESS_FORBIDDEN = '!$%^*=<>';

/** Outward and inward code, in any case, with or without the space; and the only code that breaks the pattern. */
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

/** A country of v1 and v2, whose clients write it in either case. */
const countryOfAnyCase: Rule = (value) => country(typeof value === 'string' ? value.toUpperCase() : value);

/** Residence from and to: null for the current one. */
const day: Rule = (value) => (typeof value === 'string' && isDate(value) ? [] : [INVALID]);
const notBefore =
  (start: unknown): Rule =>
  (end) => {
    const wrong = day(end);
    if (wrong.length > 0 || typeof start !== 'string' || !isDate(start)) return wrong;
    return (end as string) < start ? ['must not be before start_date'] : [];
  };

/** A postcode of the United Kingdom, in the words of published answers of v2. */
const earlierPostcode = required(partOf(bounds.addressPart, form(UK_POSTCODE, 'invalid postcode')));

/** Made once for each kind of country: who creates applicants by the thousand shouldn't pay for it each time. */
function pastRules(more: Rules): (fields: Fields) => Rules {
  const dated = (rules: Rules): Rules => ({
    ...rules,
    ...more,
    country: required(countryOfAnyCase),
    start_date: optionalText(day),
  });
  const elsewhere = dated(anywhere);
  const known = new Map([...byCountry].map(([code, rules]) => [code, dated(rules)]));
  known.set('GBR', { ...known.get('GBR'), postcode: earlierPostcode });
  return ({ country: sent, start_date, end_date }) => {
    const rules = known.get(typeof sent === 'string' ? sent.toUpperCase() : undefined) ?? elsewhere;
    return end_date ? { ...rules, end_date: notBefore(start_date) } : rules;
  };
}

const place = required(partOf(bounds.addressPart));

/** One of the `addresses` of v1 and v2, with its dates; `withPlace` requires street and town too. */
export const pastAddress = {
  withPlace: object(pastRules({ street: place, town: place })),
  plain: object(pastRules({})),
} as const;
