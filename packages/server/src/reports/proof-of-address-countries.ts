import { addressProofGroup } from '@bonafide/verification';
import type { Version } from '../base/versions.ts';

/**
 * Returns whether a proof of address issued in a country (ISO alpha-3) is supported; earlier versions support Great Britain
 * alone.
 */
export function isProofOfAddressCountry(country: string | null | undefined, version: Version): boolean {
  return version.addressProofsAbroad ? addressProofGroup(country ?? '') !== undefined : country === 'GBR';
}
