import { addressProofGroup } from '@bonafide/verification';
import type { CheckGeneration } from '../base/generation.ts';

/** Whether a proof of address issued in a country (ISO alpha-3) is supported; before v3.3 only Great Britain's was. */
export function isProofOfAddressCountry(country: string | null | undefined, generation: CheckGeneration): boolean {
  return generation === '3.3' || generation === '3.6'
    ? addressProofGroup(country ?? '') !== undefined
    : country === 'GBR';
}
