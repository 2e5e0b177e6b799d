import { setImmediate } from 'node:timers/promises';
import { recordChange } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import { isUnstorable } from '../../base/storable-text.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { CONTROL } from '../../input-rules/rule.ts';
import {
  ADDRESSES_KEY,
  deleteAddressesBefore,
  deleteAddressesFrom,
  insertAddress,
} from '../../store/queries/addresses.ts';
import { findMeta, upsertMeta } from '../../store/queries/meta.ts';
import type { SystemTx } from '../../store/store.ts';
import { type PickedAddress, pickedAddressKeys, postcodeKey } from './pick.ts';

/** Longest part of an address. */
const PART_LENGTH = 255;

/** Rows of one transaction: some 5 ms on SQLite, where other requests wait meanwhile. */
const ROWS = 500;

/** Reads the entries of an import, in batches; it is called twice. */
export type Entries = () => AsyncIterable<readonly unknown[]>;

/** Imports of a service that are under way: one after the other. */
const imports = new WeakMap<Services, Promise<unknown>>();

/**
 * Replaces all addresses of the picker, in many short transactions: until the last of them the old ones are in force. Throws
 * `validation_error` naming the first entry that is wrong, before anything is written.
 */
export async function importAddresses(
  services: Services,
  entries: Entries | readonly unknown[],
  principal: Principal,
): Promise<number> {
  const batches: Entries = typeof entries === 'function' ? entries : () => single(entries);
  let count = 0;
  for await (const batch of batches()) for (const entry of batch) toAddress(entry, count++);
  const before = imports.get(services) ?? Promise.resolve();
  const done = before.catch(() => {}).then(() => replaceAll(services, batches, principal));
  imports.set(services, done);
  await done;
  return count;
}

async function* single(entries: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  for (let start = 0; start < entries.length; start += ROWS) yield entries.slice(start, start + ROWS);
}

async function replaceAll(services: Services, batches: Entries, principal: Principal): Promise<void> {
  const { store } = services;
  const old = await store.system.first(findMeta, { key: ADDRESSES_KEY });
  const begin = importId(numberOf(old?.value) + 1);
  // What an import has left that was cut off.
  await emptied(() => store.transaction((tx) => tx.run(deleteAddressesFrom, { id: begin, limit: ROWS })));
  let count = 0;
  for await (const batch of batches()) {
    const rows = batch.map((entry) => rowOf(`${begin}${String(count).padStart(9, '0')}`, toAddress(entry, count++)));
    await store.transaction(async (tx) => {
      for (const row of rows) await tx.run(insertAddress, row);
    });
  }
  await store.transaction(async (tx) => {
    await tx.run(upsertMeta, { key: ADDRESSES_KEY, value: begin });
    recordChange(services, tx, { action: 'addresses_imported', object_id: 'addresses', principal, details: { count } });
  });
  await emptied(() => store.transaction((tx) => tx.run(deleteAddressesBefore, { id: begin, limit: ROWS })));
}

/** Deletes until nothing is left, and lets others have their turn in between. */
async function emptied(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) >= ROWS) await setImmediate();
}

/**
 * The beginning of the ids of an import: after all UUIDs and all earlier imports, in letters and digits that every collation
 * sorts alike.
 */
const importId = (number: number) => `g${String(number).padStart(6, '0')}a`;
const numberOf = (id: string | undefined) => Number(id?.slice(1, -1) ?? 0);

/** The first addresses of a new deployment, in the transaction given. */
export async function insertAddresses(
  { ids }: Services,
  tx: SystemTx,
  addresses: readonly PickedAddress[],
): Promise<void> {
  for (const address of addresses) await tx.run(insertAddress, rowOf(ids.uuid(), address));
}

const rowOf = (id: string, address: PickedAddress) => ({
  id,
  postcode: postcodeKey(address.postcode),
  address: JSON.stringify(address),
});

function toAddress(entry: unknown, index: number): PickedAddress {
  const fields = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const address = {} as PickedAddress;
  for (const key of pickedAddressKeys) {
    const value = fields[key] ?? '';
    if (typeof value !== 'string' || value.length > PART_LENGTH) {
      throw invalid({ addresses: [`entry ${index + 1}: ${key} must be text of at most ${PART_LENGTH} characters`] });
    }
    if (isUnstorable(value)) throw invalid({ addresses: [`entry ${index + 1}: ${key} ${CONTROL}`] });
    address[key] = value;
  }
  if (postcodeKey(address.postcode) === '')
    throw invalid({ addresses: [`entry ${index + 1}: postcode can't be blank`] });
  return address;
}
