import fc from 'fast-check';
import { anyCharacter } from '../../../../../verification/src/testing/any-character.ts';

/** A JSON Schema as the routes declare it, as far as values are made of it. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  format?: string;
  minimum?: number;
  default?: unknown;
}

/** Ids of an account's objects, by the segment of a path that names their kind. */
export type Objects = Record<string, string[]>;

/** Text that has broken services: for stores, parsers, paths, pages, numbers and dates. */
const evilTexts = [
  ...['', ' ', '\uffff', '\u202eexe.gnp', '😀', 'İß', '\n', '\r\nx: y'],
  ...["'; drop table applicants; --", '"', '\\', '%', '_', '%00', '%s%n', '{{7*7}}', '<script>x</script>'],
  ...['../../etc/passwd', '/', '?', '#', '__proto__', 'constructor', 'null', 'undefined', '[object Object]', 'true'],
  ...[
    '-1',
    '0',
    '1e309',
    'NaN',
    '9223372036854775808',
    '99999999999999999999',
    '0x10',
    '1;2',
    '2020-02-30',
    '0000-00-00',
  ],
  ...[
    '+275760-09-13T00:00:00Z',
    '9999-12-31',
    'http://[::1',
    'https://\0.example',
    'javascript:x',
    'data:,x',
    '{"a":',
    '[]',
    '{}',
  ],
  ...['x'.repeat(300), 'é'.repeat(5_000)],
];

/** Hostile text; some of it nobody has thought of. */
export const evilText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y') },
  { weight: 4, arbitrary: fc.constantFrom(...evilTexts) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
);

const evilNumber = fc.constantFrom(-1, 0, 1, 0.5, -0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308);

/** A value of any type where another one is due. */
const evil: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: evilText },
  { weight: 2, arbitrary: evilNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: fc.array(evilText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constant({}), { maxLength: 150 }) },
  { weight: 1, arbitrary: fc.dictionary(evilText, evilText, { maxKeys: 3, noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.constant(JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)) },
);

/** Usual values of a field by its name; undefined leaves it to the schema. */
export type Known = (name: string) => fc.Arbitrary<unknown> | undefined;

const sampleTexts: Record<string, string> = {
  date: '1990-02-03',
  'date-time': '2026-01-15T09:30:00Z',
  email: 'jane@example.com',
  uuid: '00000000-0000-7000-8000-000000000000',
};

function asDeclared(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const given = known(name);
  if (given) return [schema.type].flat()[0] === 'array' ? fc.array(given, { maxLength: 2 }) : given;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map((one) => asDeclared(one, known, name)));
  const type = [schema.type ?? 'object'].flat()[0];
  switch (type) {
    case 'string':
      return fc.constantFrom(sampleTexts[schema.format ?? ''] ?? 'Sample', 'GBR', 'SW4 6EH');
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: 100 });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: 100, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(nearly(schema.items ?? {}, known, name), { maxLength: 3 });
    case 'null':
      return fc.constant(null);
    default:
      return parametersOf(schema, known);
  }
}

/** Mostly what a schema declares, and now and then what it doesn't. */
function nearly(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: asDeclared(schema, known, name) }, { weight: 1, arbitrary: evil });
}

/**
 * Generates an object for a schema: some of its fields or all, up to two of them with a hostile value, so that the others don't
 * get it refused before the hostile value is examined; seldom with undeclared fields.
 */
export function parametersOf(schema: Schema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const names = properties.map(([name]) => name);
  const undeclared = fc.dictionary(evilText, evil, { maxKeys: 2, noNullPrototype: true });
  const rarely = fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: undeclared });
  if (names.length === 0) return rarely;
  const replaced = fc.array(fc.tuple(fc.constantFrom(...names), evil), { maxLength: 2 });
  return fc
    .tuple(
      fc.record(Object.fromEntries(properties.map(([name, inner]) => [name, asDeclared(inner, known, name)]))),
      fc.oneof(fc.constant(names), fc.subarray(names), fc.subarray(names, { maxLength: Math.min(names.length, 3) })),
      replaced,
      rarely,
    )
    .map(([whole, kept, hostile, more]) => ({
      ...Object.fromEntries(kept.map((name) => [name, whole[name]])),
      ...Object.fromEntries(hostile),
      ...more,
    }));
}
