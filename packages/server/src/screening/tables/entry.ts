import { createHmac } from 'node:crypto';
import { givenNameForms, partsOf } from '@bonafide/verification';
import type { Place } from './places.ts';

/** Kinds of source that a table can be. A table only says whether details belong together, so it is not a licence and no share code. */
export const tableKinds = [
  'credit_agency',
  'telephone',
  'electoral',
  'mortality',
  'national_id',
  'ssn',
  'pan',
  'phone',
] as const;

export type TableKind = (typeof tableKinds)[number];

/** A person as a table or a report gives one; texts are empty where they aren't known. */
export interface Entry {
  readonly given: string;
  readonly family: string;
  /** `YYYY-MM-DD`. */
  readonly born: string;
  readonly places: readonly Place[];
  readonly numbers: readonly string[];
  readonly phone: string;
}

/**
 * Subject of a key. `initial_place`: the table has an initial for a given name. `initial_of_place`: it has the name, for a
 * question that has an initial. `last_four`: of a number, with name and birth date where that is known. `held`: of nobody; the
 * table has keys of the kind that its one part names.
 */
export type KeyOf =
  | 'name_place'
  | 'initial_place'
  | 'initial_of_place'
  | 'name_birth'
  | 'number'
  | 'number_name'
  | 'last_four'
  | 'phone'
  | 'phone_name'
  | 'held';

/** The kinds of keys that a table of a kind may have. */
export const keysOfTable: Readonly<Record<TableKind, readonly KeyOf[]>> = {
  credit_agency: ['name_place', 'initial_place', 'initial_of_place', 'name_birth'],
  telephone: ['name_place', 'initial_place', 'initial_of_place'],
  electoral: ['name_place', 'initial_place', 'initial_of_place', 'name_birth'],
  mortality: ['name_birth', 'number'],
  national_id: ['number', 'number_name'],
  ssn: ['number', 'number_name', 'last_four'],
  pan: ['number', 'number_name'],
  phone: ['phone', 'phone_name'],
};

/** A key before it is hashed. */
export interface Key {
  readonly of: KeyOf;
  readonly parts: readonly string[];
  /** Number of the address that it is of, from 1. */
  readonly address?: number;
  /** The given name is another form of the person's name, as Thomas for Tom. */
  readonly isOtherForm?: true;
}

/** Hexadecimal digits of a hash: 96 bits, so that no two of a billion meet by chance. */
export const HASH_LENGTH = 24;

/** Keyed hash of a key, of one table alone: two tables have nothing in common that one could see. */
export function hashOf(secret: Buffer, table: number, { of, parts }: Key): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([table, of, ...parts]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
}

/** Key that records that a table has keys of a kind. Without it, a search that finds nobody means nothing. */
export const heldKey = (of: KeyOf): Key => ({ of: 'held', parts: [of] });

/** Keys by which a search finds the person of a row. */
export function keysOfRow(kind: TableKind, entry: Entry): Key[] {
  const name = nameOf(entry);
  const keys: Key[] = [...numberKeys(entry, name, [entry.born]), ...birthKeys(entry, name)];
  for (const { area, houses } of entry.places) {
    for (const house of name && area ? houses : []) {
      if (name!.isInitial) keys.push({ of: 'initial_place', parts: [name!.family, name!.initial, area, house] });
      else {
        for (const givenName of name!.given)
          keys.push({ of: 'name_place', parts: [name!.family, givenName, area, house] });
        keys.push({ of: 'initial_of_place', parts: [name!.family, name!.initial, area, house] });
      }
    }
  }
  return keys.filter(({ of }) => keysOfTable[kind].includes(of));
}

/** The keys under which a table of a kind may have someone. */
export function keysOfSubject(kind: TableKind, entry: Entry): Key[] {
  const name = nameOf(entry);
  const births = [...new Set([entry.born, ''])];
  const forms = name?.isInitial === false ? givenNameForms(name.given[0]!) : [];
  const otherForm = name && { ...name, given: forms };
  const keys: Key[] = [
    ...numberKeys(entry, name, births),
    ...birthKeys(entry, name),
    ...birthKeys(entry, otherForm).map(asOtherForm),
  ];
  entry.places.forEach(({ area, houses }, index) => {
    const address = index + 1;
    for (const house of name && area ? houses : []) {
      const initial = { parts: [name!.family, name!.initial, area, house], address };
      keys.push({ of: 'initial_place', ...initial });
      const named = (givenName: string): Key => ({
        of: 'name_place',
        parts: [name!.family, givenName, area, house],
        address,
      });
      if (name!.isInitial) keys.push({ of: 'initial_of_place', ...initial });
      else keys.push(...name!.given.map(named), ...forms.map(named).map(asOtherForm));
    }
  });
  return keys.filter(({ of }) => keysOfTable[kind].includes(of));
}

const asOtherForm = (key: Key): Key => ({ ...key, isOtherForm: true });

interface Name {
  readonly family: string;
  /** The first given name, and all of them joined: registers have the one or the other. */
  readonly given: readonly string[];
  readonly initial: string;
  /** The first given name is an initial: `J.`, `J. P.`. */
  readonly isInitial: boolean;
}

/** A name for comparison, or undefined where it has no two parts. Scripts, accents, case, signs and titles count for nothing. */
function nameOf({ given, family }: Entry): Name | undefined {
  const whole = joined(given);
  const first = given
    .split(/[\s.]+/)
    .map(joined)
    .find(Boolean);
  const last = joined(family);
  if (!first || last === '') return undefined;
  return {
    family: last,
    given: [...new Set([first, whole])],
    initial: first.slice(0, 1),
    isInitial: first.length === 1,
  };
}

function joined(text: string): string {
  const parts = partsOf(text);
  const nameParts = parts.filter(({ kind }) => kind !== 'title');
  return nameParts.map((part) => part.text).join('');
}

function birthKeys({ born }: Entry, name: Name | undefined): Key[] {
  if (!name || born === '') return [];
  const givenNames = name.given.filter((part) => part.length > 1);
  return givenNames.map((part) => ({ of: 'name_birth', parts: [name.family, part, born] }));
}

/** @param births with which the last four of a number are found; empty: without */
function numberKeys({ numbers, phone }: Entry, name: Name | undefined, births: readonly string[]): Key[] {
  const called = phone.replace(/\D/g, '').replace(/^00/, '');
  return [
    ...numbers.map(bareNumber).flatMap((number): Key[] => {
      if (number === '') return [];
      const four = number.slice(-4);
      return [
        ...(number.length > 4 ? ([{ of: 'number', parts: [number] }] as const) : []),
        ...(name && number.length > 4 ? ([{ of: 'number_name', parts: [number, name.family] }] as const) : []),
        ...(name
          ? births.map((birth): Key => ({ of: 'last_four', parts: [four, name.family, name.given[0]!, birth] }))
          : []),
      ];
    }),
    ...(called === '' ? [] : ([{ of: 'phone', parts: [called] }] as const)),
    ...(called === '' || !name ? [] : ([{ of: 'phone_name', parts: [called, name.family] }] as const)),
  ];
}

const bareNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
