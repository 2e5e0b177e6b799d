import { createHash } from 'node:crypto';
import type { ActiveAuthentication } from '../active.ts';
import { orNull } from '../asn1.ts';
import type { ChipFiles } from '../authenticate.ts';
import { hashMatches, readSecurityObject } from '../security-object.ts';
import { type Agreement, agreementOf } from './agreement.ts';
import { firstCommand, isFirstResponse } from './session.ts';

/** Commands by which a chip proves that it has the private key of data group 14 (ICAO Doc 9303-11, 6.2). */
export interface ChipTask {
  /** Hash of data group 14 and private key of the service's terminal, for `verifyChipProof` alone: they never leave the service. */
  readonly terminalKey: Buffer;
  /** APDUs that the app sends in its own session with the chip, one after the other. */
  readonly commands: readonly Buffer[];
  /** Last APDU. The app ends its session, sends this APDU without secure messaging and uploads the response. */
  readonly proof: Buffer;
}

/**
 * Makes the commands of chip authentication for the key in data group 14, as a terminal sends them. Null where the chip offers no chip
 * authentication that this program knows.
 *
 * The terminal is the service itself: a chip without the private key can't compute the MAC of its response. A relay to the chip is not
 * excluded.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { chipTask } from '@bonafide/verification';
 *
 * console.log(chipTask(await readFile('dg14.bin'))?.commands.length);
 */
export function chipTask(dg14: Uint8Array): ChipTask | null {
  const agreement = agreementOf(dg14);
  if (!agreement) return null;
  try {
    const own = agreement.generate();
    const proof = firstCommand(agreement.cipher, agreement.secret(own));
    const terminalKey = Buffer.concat([hashOf(dg14), own]);
    return { terminalKey, commands: commandsOf(agreement, agreement.publicKey(own)), proof };
  } catch {
    // OpenSSL refuses a key of the chip that is not in its group.
    return null;
  }
}

const HASH_BYTES = 32;
const hashOf = (dg14: Uint8Array): Buffer => createHash('sha256').update(dg14).digest();

/** MSE:Set KAT for 3DES; MSE:Set AT and GENERAL AUTHENTICATE for AES (ICAO Doc 9303-11, 6.2.4). */
function commandsOf({ protocol, cipher, keyId }: Agreement, publicKey: Buffer): Buffer[] {
  const key = keyId ? tlv(0x84, keyId) : Buffer.alloc(0);
  if (cipher.block === 8) {
    return [command([0x00, 0x22, 0x41, 0xa6], Buffer.concat([tlv(0x91, publicKey), key]))];
  }
  return [
    command([0x00, 0x22, 0x41, 0xa4], Buffer.concat([tlv(0x80, protocol), key])),
    command([0x00, 0x86, 0x00, 0x00], tlv(0x7c, tlv(0x80, publicKey)), 0),
  ];
}

/** An APDU with lengths of one byte, or of three and two where the data need them. */
function command(header: readonly number[], data: Buffer, le?: number): Buffer {
  const { length } = data;
  const isShort = length < 256;
  const lc = isShort ? [length] : [0, length >> 8, length & 255];
  const expected = le === undefined ? [] : isShort ? [le] : [le >> 8, le & 255];
  return Buffer.concat([Buffer.from([...header, ...lc]), data, Buffer.from(expected)]);
}

function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

/** The chip's part of chip authentication. */
export interface ChipProof {
  /** Hash and private key of the terminal: see `ChipTask`. */
  readonly terminalKey: Uint8Array;
  /** The chip's response APDU to `proof`, with its status word. */
  readonly response: Uint8Array;
}

/**
 * Verifies chip authentication: the chip has the private key of data group 14, whose hash the security object signs. `refuted` where the MAC
 * of the response is wrong; `undecided` where the chip sent no MAC, or something is missing.
 *
 * The result says nothing about the state that signed the security object: see `authenticateChip`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { verifyChipProof } from '@bonafide/verification';
 *
 * const [dg1, dg2, sod, dg14] = await Promise.all(['dg1', 'dg2', 'sod', 'dg14'].map((name) => readFile(`${name}.bin`)));
 * const [terminalKey, response] = await Promise.all([readFile('terminal-key.bin'), readFile('response.bin')]);
 * if (dg1 && dg2 && sod && dg14 && terminalKey && response) {
 *   console.log(verifyChipProof({ dg1, dg2, sod, dg14 }, { terminalKey, response }).result);
 * }
 */
export function verifyChipProof({ sod, dg14 }: ChipFiles, { terminalKey, response }: ChipProof): ActiveAuthentication {
  const object = orNull(() => readSecurityObject(sod));
  if (!object) return undecided('The security object of the chip could not be read');
  if (!dg14) return undecided('The chip data holds no public key for chip authentication');
  const signed = hashMatches(object, 14, dg14);
  if (signed === null) return undecided('The security object of the chip signs no key for chip authentication');
  if (!signed) return refuted('The key for chip authentication is not the key that the issuer signed');
  // An attacker can have commands made for a weak group, and compute the private key from them.
  if (!hashOf(dg14).equals(terminalKey.subarray(0, HASH_BYTES)))
    return undecided('The commands of chip authentication were made for another chip');
  const agreement = agreementOf(dg14);
  const secret = agreement && secretOf(agreement, terminalKey.subarray(HASH_BYTES));
  if (!secret) return undecided('The key for chip authentication could not be read');
  const holds = isFirstResponse(agreement.cipher, secret, response);
  if (holds === null) return undecided('The chip did not answer in the session of chip authentication');
  return holds
    ? {
        result: 'authentic',
        reason: 'The chip proved that it has the private key for which the issuer signed the public key',
      }
    : refuted('The chip did not prove that it has the private key');
}

const refuted = (reason: string): ActiveAuthentication => ({ result: 'refuted', reason });
const undecided = (reason: string): ActiveAuthentication => ({ result: 'undecided', reason });

function secretOf(agreement: Agreement, terminalKey: Uint8Array): Buffer | null {
  try {
    return agreement.secret(Buffer.from(terminalKey));
  } catch {
    return null;
  }
}
