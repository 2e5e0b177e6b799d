import { expect, test } from 'vitest';
import { addressEntries } from './entries.ts';

async function read(json: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const batch of addressEntries(Buffer.from(json))) entries.push(...batch);
  return entries;
}

const entry = { street: 'Ré, {"[\\', postcode: 'YO1 1AA', nested: { a: [1, { b: '}' }] } };

test('reads each entry as JSON does', async () => {
  for (const entries of [[], [entry], [entry, {}, entry], Array(1203).fill(entry), [1, 'x', null, true]]) {
    expect(await read(JSON.stringify({ addresses: entries }))).toEqual(entries);
    expect(await read(` ${JSON.stringify({ addresses: entries }, null, 2)}\n`)).toEqual(entries);
  }
});

test.each([
  '{"addresses":[{}',
  '{"addresses":[{}]',
  '{"addresses":[{}]} x',
  '{"addresses":[{},]}',
  '{"addresses":[{} {}]}',
  '{"addresses":[{"a":"]}',
  '{"addresses":[{"a":1]}]}',
  '{"addresses":[x]}',
  '{"addresses":',
])('refuses %s', async (json) => {
  await expect(read(json)).rejects.toMatchObject({ type: 'bad_request' });
});

test.each([
  ['', { addresses: ["can't be blank"] }],
  ['{}', { addresses: ["can't be blank"] }],
  ['[]', { base: ['must be an object'] }],
  ['{"addresses":{}}', { addresses: ['must be an array'] }],
  ['{"more":1,"addresses":[]}', { base: ['must hold addresses and nothing else'] }],
])('says what is wrong with %s', async (json, fields) => {
  await expect(read(json)).rejects.toMatchObject({ type: 'validation_error', fields });
});
