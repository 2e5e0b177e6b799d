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
  const answer = objectOf(body, 'the answer');
  const { status, reference, address } = answer;
  if (!isOneOf(STATUSES, status)) throw new Error(`status must be one of ${STATUSES.join(', ')}`);
  if (answer.match !== undefined && !Array.isArray(answer.match)) throw new Error('match must be a list');
  const match = (answer.match ?? []) as unknown[];
  if (!match.every((key) => isOneOf(matchedKeys, key)))
    throw new Error(`match may only contain ${matchedKeys.join(', ')}`);
  if (reference !== undefined && !isText(reference)) throw new Error('reference must be a short string');
  if (address !== undefined && !(Number.isInteger(address) && Number(address) >= 1 && Number(address) <= addresses)) {
    throw new Error('address must be the number of an address in the request');
  }
  return {
    status,
    ...(answer.fields !== undefined && {
      fields: entriesOf(answer.fields, 'fields', (value) => isOneOf(fieldAnswers, value)),
    }),
    ...(answer.values !== undefined && { values: entriesOf(answer.values, 'values', isText) }),
    ...(match.length > 0 && { match: [...new Set(match)] as NonNullable<Read['match']> }),
    ...(reference !== undefined && { reference: reference as string }),
    ...(address !== undefined && { address: address as number }),
  };
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} must be an object`);
  return value as Record<string, unknown>;
}

function entriesOf<T extends string>(
  value: unknown,
  name: string,
  fits: (value: unknown) => value is T,
): Record<string, T> {
  const entries = Object.entries(objectOf(value, name));
  if (entries.length > MOST.entries) throw new Error(`${name} has more than ${MOST.entries} entries`);
  if (!entries.every(([key, entry]) => FIELD.test(key) && fits(entry)))
    throw new Error(`${name} has an unknown key or value`);
  return Object.fromEntries(entries) as Record<string, T>;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST.text;

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.includes(value as T);
