/** Expectations that stand for many values, by their text in the table. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  '<any>': (value) => value !== undefined,
  '<string>': (value) => typeof value === 'string' && value !== '',
  '<integer>': Number.isInteger,
  '<number>': (value) => typeof value === 'number',
  '<boolean>': (value) => typeof value === 'boolean',
  '<list>': Array.isArray,
  '<messages>': (value) =>
    Array.isArray(value) && value.length > 0 && value.every((message) => typeof message === 'string' && message !== ''),
  '<time>': (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value) && !Number.isNaN(Date.parse(value)),
  '<date>': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
};

/** Last member of an expected list that may have more members. */
const MORE = '<more>';

const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/**
 * Compares a value with an expectation. Objects may have further fields. Lists have exactly the expected members, unless `<more>`
 * ends the expectation. `<absent>` demands that a field is not there, `<matches PATTERN>` a text that a regular expression finds.
 * @param at path of the value, for messages
 * @returns a sentence for each difference; none if the value is as expected
 */
export function differences(expected: unknown, actual: unknown, at: string): string[] {
  const wrong = [`${at}: expected ${shown(expected)}, got ${shown(actual)?.slice(0, 300)}`];
  if (typeof expected === 'string') {
    if (expected === '<absent>') return actual === undefined ? [] : wrong;
    const pattern = /^<matches (.+)>$/.exec(expected)?.[1];
    if (pattern !== undefined) return typeof actual === 'string' && new RegExp(pattern).test(actual) ? [] : wrong;
    const isKind = kinds[expected];
    return (isKind ? isKind(actual) : expected === actual) ? [] : wrong;
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual ? [] : wrong;
  if (Array.isArray(expected)) {
    const isOpen = expected.at(-1) === MORE;
    const members = isOpen ? expected.slice(0, -1) : expected;
    if (!Array.isArray(actual) || actual.length < members.length) return wrong;
    if (!isOpen && actual.length > members.length) return wrong;
    return members.flatMap((member, index) => differences(member, actual[index], `${at}[${index}]`));
  }
  if (typeof actual !== 'object' || actual === null) return wrong;
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value, (actual as Record<string, unknown>)[name], `${at}.${name}`),
  );
}
