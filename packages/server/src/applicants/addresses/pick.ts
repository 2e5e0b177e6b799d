import type { Services } from '../../context/services.ts';
import { addressesOf } from '../../store/queries/addresses.ts';

/** The keys of a picked address, in the order of the wire; missing parts are empty text. */
export const pickedAddressKeys = [
  'flat_number',
  'building_number',
  'building_name',
  'street',
  'sub_street',
  'town',
  'postcode',
  'country',
] as const;

export type PickedAddress = Record<(typeof pickedAddressKeys)[number], string>;

/** Key by which a postcode is looked up: capitals, no spaces. */
export function postcodeKey(postcode: string): string {
  return postcode.replace(/\s+/g, '').toUpperCase();
}

/** Addresses of a postcode, with or without its space; none for one that isn't known. */
export async function pickAddresses(services: Services, postcode: string): Promise<PickedAddress[]> {
  const rows = await services.store.system.all(addressesOf, { postcode: postcodeKey(postcode) });
  return rows.map((row) => JSON.parse(row.address) as PickedAddress);
}
