import { sha1 } from '@noble/hashes/legacy.js';
import { ascii } from './bytes.ts';

/** Data of the MRZ that open the chip. */
export interface MrzKey {
  /** Number as the MRZ has it, with or without fillers. */
  readonly documentNumber: string;
  /** `YYMMDD` as the MRZ has it, or `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  /** `YYMMDD` as the MRZ has it, or `YYYY-MM-DD`. */
  readonly dateOfExpiry: string;
}

/** The card access number, six digits on the front of some cards. It opens chips with PACE only. */
export interface CanKey {
  readonly can: string;
}

export type AccessKey = MrzKey | CanKey;

/** A check digit of the MRZ (ICAO Doc 9303-3, 4.9). */
function checkDigit(text: string): string {
  const weights = [7, 3, 1];
  const sum = [...text].reduce((total, character, index) => {
    const value = character === '<' ? 0 : Number.parseInt(character, 36);
    return total + value * weights[index % 3]!;
  }, 0);
  return String(sum % 10);
}

const day = (text: string) => text.replaceAll('-', '').slice(-6);

/** The part of the MRZ that both keys are made of (ICAO Doc 9303-11, 4.3.2): number, birth and expiry, each with its check digit. */
export function mrzInformation({ documentNumber, dateOfBirth, dateOfExpiry }: MrzKey): string {
  const number = documentNumber.toUpperCase().replaceAll(' ', '').replace(/<+$/, '').padEnd(9, '<');
  return [number, day(dateOfBirth), day(dateOfExpiry)].map((text) => text + checkDigit(text)).join('');
}

/** Seed of the keys of BAC, 16 bytes. */
export const bacSeed = (key: MrzKey): Uint8Array => sha1(ascii(mrzInformation(key))).slice(0, 16);

/** Password of PACE, and the number by which the terminal names it to the chip: 1 for the MRZ, 2 for the CAN. */
export function pacePassword(key: AccessKey): { readonly secret: Uint8Array; readonly reference: 1 | 2 } {
  if ('can' in key) return { secret: ascii(key.can), reference: 2 };
  return { secret: sha1(ascii(mrzInformation(key))), reference: 1 };
}
