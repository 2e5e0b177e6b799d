import { invalid } from '../../base/errors.ts';
import { deleteAddresses, insertAddress } from '../../store/queries/addresses.ts';
import type { SystemTx } from '../../store/store.ts';
import type { Services } from '../services.ts';
import { type PickedAddress, pickedAddressKeys, postcodeKey } from './pick.ts';

/** Longest part of an address. */
const PART_LENGTH = 255;

/** Replaces all addresses of the picker. Throws `validation_error` naming the first entry that is wrong. */
export async function importAddresses(services: Services, entries: readonly unknown[]): Promise<number> {
  const addresses = entries.map((entry, i) => toAddress(entry, i));
  await services.store.transaction((tx) => replaceAddresses(services, tx, addresses));
  return addresses.length;
}

/** Replaces all addresses of the picker, in the transaction given. */
export async function replaceAddresses(
  services: Services,
  tx: SystemTx,
  addresses: readonly PickedAddress[],
): Promise<void> {
  await tx.run(deleteAddresses, {});
  for (const address of addresses) {
    const postcode = postcodeKey(address.postcode);
    await tx.run(insertAddress, { id: services.ids.uuid(), postcode, address: JSON.stringify(address) });
  }
}

function toAddress(entry: unknown, index: number): PickedAddress {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const address = {} as PickedAddress;
  for (const key of pickedAddressKeys) {
    const value = given[key] ?? '';
    if (typeof value !== 'string' || value.length > PART_LENGTH) {
      throw invalid({ addresses: [`entry ${index + 1}: ${key} must be text of at most ${PART_LENGTH} characters`] });
    }
    address[key] = value;
  }
  if (postcodeKey(address.postcode) === '')
    throw invalid({ addresses: [`entry ${index + 1}: postcode can't be blank`] });
  return address;
}
