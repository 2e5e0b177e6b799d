import { type Answer, fieldAnswers, matchedKeys } from '../reports/live/lookup.ts';

/** Most names of `fields` and `values`, and characters of a text in an answer. */
const MOST = { entries: 100, text: 500 } as const;

const STATUSES = ['match', 'no_match', 'partial', 'unavailable'] as const;
const FIELD = /^[a-z][a-z0-9_]{0,63}$/;

type Read = Omit<Answer, 'source' | 'reason'>;

/**
 * Reads the answer of a provider from its JSON. Parts that the contract doesn't name are left out. Throws an error that names the
 * wrong part, never its content.
 * @param addresses number of addresses in the question
 */
export function readAnswer(body: unknown, addresses: number): Read {
  const given = objectOf(body, 'the answer');
  const { status, reference, address } = given;
  if (!isOneOf(STATUSES, status)) throw new Error(`status is none of ${STATUSES.join(', ')}`);
  if (given.match !== undefined && !Array.isArray(given.match)) throw new Error('match is no list');
  const match = (given.match ?? []) as unknown[];
  if (!match.every((one) => isOneOf(matchedKeys, one)))
    throw new Error(`match has more than ${matchedKeys.join(', ')}`);
  if (reference !== undefined && !isText(reference)) throw new Error('reference is no short text');
  if (address !== undefined && !(Number.isInteger(address) && Number(address) >= 1 && Number(address) <= addresses)) {
    throw new Error('address is no number of an address of the request');
  }
  return {
    status,
    ...(given.fields !== undefined && {
      fields: entriesOf(given.fields, 'fields', (value) => isOneOf(fieldAnswers, value)),
    }),
    ...(given.values !== undefined && { values: entriesOf(given.values, 'values', isText) }),
    ...(match.length > 0 && { match: [...new Set(match)] as NonNullable<Read['match']> }),
    ...(reference !== undefined && { reference: reference as string }),
    ...(address !== undefined && { address: address as number }),
  };
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is no object`);
  return value as Record<string, unknown>;
}

function entriesOf<T extends string>(
  value: unknown,
  name: string,
  fits: (one: unknown) => one is T,
): Record<string, T> {
  const entries = Object.entries(objectOf(value, name));
  if (entries.length > MOST.entries) throw new Error(`${name} has more than ${MOST.entries} entries`);
  if (!entries.every(([key, one]) => FIELD.test(key) && fits(one))) throw new Error(`${name} has an unknown value`);
  return Object.fromEntries(entries) as Record<string, T>;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST.text;

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.includes(value as T);
