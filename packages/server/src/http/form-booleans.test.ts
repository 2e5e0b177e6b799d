import Type from 'typebox';
import { expect, test } from 'vitest';
import { readBooleans } from './form-booleans.ts';

const schema = Type.Object({
  flag: Type.Optional(Type.Boolean()),
  maybe: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  text: Type.Optional(Type.String()),
  list: Type.Optional(Type.Array(Type.Object({ flag: Type.Boolean() }))),
  inner: Type.Optional(Type.Object({ flag: Type.Boolean() })),
});

test.each([
  ['true', 'true'],
  ['1', 'true'],
  ['True', 'true'],
  ['TRUE', 'true'],
  ['on', 'true'],
  ['false', 'false'],
  ['0', 'false'],
  ['False', 'false'],
  ['off', 'false'],
  ['yes', 'yes'],
  ['2', '2'],
  ['', ''],
  ['toString', 'toString'],
])('%j is read as %j, wherever the schema has a boolean', (text, read) => {
  const form = (value: string) => ({ flag: value, maybe: value, list: [{ flag: value }], inner: { flag: value } });
  const body = { ...form(text), text, unknown: text };
  readBooleans(schema, body);
  expect(body).toEqual({ ...form(read), text, unknown: text });
});

test('what is not an object has no booleans', () => {
  for (const body of [null, 'true', 1, ['true'], { list: 'true', inner: null }]) {
    const before = structuredClone(body);
    readBooleans(schema, body);
    expect(body).toEqual(before);
  }
});
