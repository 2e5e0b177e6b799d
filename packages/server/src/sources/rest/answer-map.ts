import type { fieldAnswers, matchedKeys } from '../../reports/live/lookup.ts';
import type { Json } from './template.ts';

type FieldAnswer = (typeof fieldAnswers)[number];
type Status = 'match' | 'no_match' | 'partial' | 'unavailable';

/** Position of a value in an answer, and its meaning. */
export interface Reader<Meaning extends string> {
  /** JSON Pointer (RFC 6901). */
  readonly at: string;
  /** Meanings by value; numbers and truth values as text. */
  readonly values?: Readonly<Record<string, Meaning>>;
  /** Meaning of every other value. */
  readonly otherwise?: Meaning;
  /** The least number that is a `match`; a lower one is `no_match`. */
  readonly from?: number;
}

/** Translation of a register's own answer. */
export interface AnswerMap {
  /** Absent: the fields decide. */
  readonly status?: Reader<Status>;
  readonly fields: Readonly<Record<string, Reader<FieldAnswer>>>;
  readonly match: Readonly<Partial<Record<(typeof matchedKeys)[number], Reader<'match' | 'no_match'>>>>;
  /** Texts that the report shows, by their pointers. */
  readonly values: Readonly<Record<string, string>>;
  /** Pointer to the register's own reference. */
  readonly reference?: string;
  /** Statuses of HTTP by which the register says that it has no such entry. */
  readonly notFound: readonly number[];
}

/**
 * The answer of a register in the form of the contract, for `readAnswer`. A field that is absent or null is `not_held`. Throws an
 * error that names the wrong part, never its content.
 */
export function mapAnswer(body: unknown, map: AnswerMap): Record<string, unknown> {
  const fields = Object.fromEntries(
    Object.entries(map.fields).map(([name, reader]) => [name, meaningOf(body, reader, name) ?? 'not_held']),
  );
  const values = Object.entries(map.values).flatMap(([name, at]) => {
    const value = valueAt(body, at);
    return value === undefined || value === null ? [] : [[name, String(value)]];
  });
  const match = Object.entries(map.match).flatMap(([key, reader]) =>
    meaningOf(body, reader, key) === 'match' ? [key] : [],
  );
  const reference = map.reference === undefined ? undefined : valueAt(body, map.reference);
  const status = map.status ? meaningOf(body, map.status, 'status') : statusOf(Object.values(fields));
  if (status === undefined) throw new Error(`there is no status at ${map.status?.at}`);
  return {
    status,
    fields,
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...(match.length > 0 && { match }),
    ...(reference !== undefined && reference !== null && { reference: String(reference) }),
  };
}

function statusOf(fields: readonly FieldAnswer[]): Status {
  if (fields.includes('no_match')) return fields.includes('match') ? 'partial' : 'no_match';
  if (fields.includes('fuzzy')) return 'partial';
  return fields.includes('match') ? 'match' : 'partial';
}

function meaningOf<Meaning extends string>(
  body: unknown,
  { at, values, otherwise, from }: Reader<Meaning>,
  name: string,
): Meaning | 'match' | 'no_match' | undefined {
  const value = valueAt(body, at);
  if (value === undefined || value === null) return undefined;
  if (from !== undefined) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw new Error(`${name} is not a number`);
    return number >= from ? 'match' : 'no_match';
  }
  const meaning = values && Object.hasOwn(values, String(value)) ? values[String(value)] : otherwise;
  if (meaning === undefined) throw new Error(`${name} has a value that the file does not translate`);
  return meaning;
}

/** The value at a JSON Pointer (RFC 6901, 4); undefined for a missing value. */
function valueAt(body: unknown, pointer: string): Json | undefined {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    body,
  ) as Json | undefined;
}
