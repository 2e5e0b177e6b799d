type Loose = Record<string, unknown>;

/** A time of ISO 8601. */
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** The day of an ISO 8601 time; any other value as it is. */
function dayOf(value: unknown): unknown {
  return typeof value === 'string' ? (TIME.exec(value)?.[1] ?? value) : value;
}

function withDays(fields: unknown, names: readonly string[]): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  const changed = names.filter((name) => Object.hasOwn(fields, name));
  return { ...fields, ...Object.fromEntries(changed.map((name) => [name, dayOf((fields as Loose)[name])])) };
}

/**
 * The body of an applicant with days where it has times: the published client of v2 has no type for a day, and sends
 * `1980-01-22T00:00:00.000Z`.
 */
export function applicantWithDays(body: unknown): Loose {
  const { addresses } = body as Loose;
  return {
    ...(withDays(body, ['dob']) as Loose),
    ...(Array.isArray(addresses)
      ? { addresses: addresses.map((address) => withDays(address, ['start_date', 'end_date'])) }
      : {}),
  };
}
