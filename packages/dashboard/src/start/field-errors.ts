/** Errors of a form by the name of its field: `address.postcode` for the postcode of an address. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The errors by field in the `fields` of a refused request. Errors of nested fields stand under the names of all fields above. */
export function fieldErrorsOf(fields: Readonly<Record<string, unknown>>): FieldErrors {
  return Object.fromEntries(flatten(fields));
}

function flatten(fields: Readonly<Record<string, unknown>>, above = ''): (readonly [string, readonly string[]])[] {
  return Object.entries(fields).flatMap(([name, found]) => {
    const path = above + name;
    const list = Array.isArray(found) ? found : [found];
    const messages = list.filter((one): one is string => typeof one === 'string');
    const nested = list.filter((one) => typeof one === 'object' && one !== null);
    return [
      ...(messages.length > 0 ? [[path, messages] as const] : []),
      ...nested.flatMap((one) => flatten(one as Readonly<Record<string, unknown>>, `${path}.`)),
    ];
  });
}
