/// <reference path="../des-js.d.ts" />
import { cbc, cmac, ecb } from '@noble/ciphers/aes.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import des from 'des.js';
import { concat, pad, uint } from '../bytes.ts';

/** The symmetric algorithms of one way of access (ICAO Doc 9303-11, 9.7 and 9.8). */
export interface Suite {
  /** Bytes of a block, and of the send sequence counter. */
  readonly block: 8 | 16;
  /** Bytes of a key. */
  readonly keyBytes: 16 | 24 | 32;
  /** Derives a key: counter 1 for encryption, 2 for the MAC, 3 for the password of PACE. */
  derive(secret: Uint8Array, counter: 1 | 2 | 3): Uint8Array;
  /** CBC without padding. `iv` is zeros by default. */
  encrypt(key: Uint8Array, data: Uint8Array, iv?: Uint8Array): Uint8Array;
  decrypt(key: Uint8Array, data: Uint8Array, iv?: Uint8Array): Uint8Array;
  /** First 8 bytes of the MAC. 3DES pads the data by method 2 first; AES pads in its own way. */
  mac(key: Uint8Array, data: Uint8Array): Uint8Array;
  /** The initial vector of a protected message with this counter. */
  iv(key: Uint8Array, counter: Uint8Array): Uint8Array;
}

const MAC_BYTES = 8;

const DesCbc = des.CBC.instantiate(des.DES);
const TripleDesCbc = des.CBC.instantiate(des.EDE);

/** Runs a cipher of des.js over whole blocks. Its decryption holds the last block back until the end. */
function run(
  algorithm: typeof des.DES,
  type: 'encrypt' | 'decrypt',
  key: Uint8Array,
  data: Uint8Array,
  iv: Uint8Array = new Uint8Array(8),
): Uint8Array {
  if (data.length === 0) return new Uint8Array();
  const cipher = algorithm.create({ type, key, iv, padding: false });
  const first = cipher.update(data);
  return Uint8Array.from(type === 'encrypt' ? first : [...first, ...cipher.final()]);
}

/** A key of two parts as the three parts of 3DES. */
const threeParts = (key: Uint8Array) => concat(key, key.subarray(0, 8));

/** Sets the lowest bit of each byte so that the number of ones is odd, which DES ignores. */
function withParity(key: Uint8Array): Uint8Array {
  return key.map((byte) => {
    let ones = 0;
    for (let bits = byte >> 1; bits > 0; bits >>= 1) ones += bits & 1;
    return (byte & 0xfe) | (1 - (ones % 2));
  });
}

/** 3DES with two keys, and the retail MAC (ISO/IEC 9797-1, algorithm 3). */
export const tripleDes: Suite = {
  block: 8,
  keyBytes: 16,
  derive: (secret, counter) => withParity(sha1(concat(secret, uint(counter, 4))).subarray(0, 16)),
  encrypt: (key, data, iv) => run(TripleDesCbc, 'encrypt', threeParts(key), data, iv),
  decrypt: (key, data, iv) => run(TripleDesCbc, 'decrypt', threeParts(key), data, iv),
  mac(key, data) {
    const [first, second] = [key.subarray(0, 8), key.subarray(8, 16)];
    const last = run(DesCbc, 'encrypt', first, pad(data, 8)).slice(-8);
    return run(des.DES, 'encrypt', first, run(des.DES, 'decrypt', second, last));
  },
  iv: () => new Uint8Array(8),
};

/** AES in CBC mode with CMAC. */
function aes(keyBytes: 16 | 24 | 32): Suite {
  const hash = keyBytes === 16 ? sha1 : sha256;
  const zeros = (): Uint8Array => new Uint8Array(16);
  return {
    block: 16,
    keyBytes,
    derive: (secret, counter) => hash(concat(secret, uint(counter, 4))).slice(0, keyBytes),
    encrypt: (key, data, iv = zeros()) => cbc(key, iv, { disablePadding: true }).encrypt(data),
    decrypt: (key, data, iv = zeros()) => cbc(key, iv, { disablePadding: true }).decrypt(data),
    mac: (key, data) => cmac(data, key).subarray(0, MAC_BYTES),
    iv: (key, counter) => ecb(key, { disablePadding: true }).encrypt(counter),
  };
}

export const aes128 = aes(16);
export const aes192 = aes(24);
export const aes256 = aes(32);
