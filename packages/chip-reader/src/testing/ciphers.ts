import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** Symmetric algorithms of the simulated chip, by OpenSSL. */
export interface ChipCipher {
  readonly block: number;
  /** Last byte of the object identifier of PACE with this cipher. */
  readonly suite: number;
  derive(secret: Uint8Array, counter: number): Buffer;
  encrypt(key: Buffer, iv: Buffer, data: Buffer): Buffer;
  decrypt(key: Buffer, iv: Buffer, data: Buffer): Buffer;
  /** MAC of 8 bytes over data of any length, with the padding of the algorithm alone. */
  mac(key: Buffer, data: Buffer): Buffer;
  iv(key: Buffer, counter: Buffer): Buffer;
}

function through(
  cipher: { setAutoPadding(on: boolean): unknown; update(data: Buffer): Buffer; final(): Buffer },
  data: Buffer,
) {
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

export const paddedTo = (block: number, data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.of(0x80), Buffer.alloc(block - 1 - (data.length % block))]);

const hashed = (hash: string, secret: Uint8Array, counter: number) =>
  createHash(hash)
    .update(secret)
    .update(Buffer.of(0, 0, 0, counter))
    .digest();

const zero8 = Buffer.alloc(8);
const triple = (a: Buffer, b: Buffer, c: Buffer) => Buffer.concat([a, b, c]);
const des3 = (key: Buffer) => triple(key.subarray(0, 8), key.subarray(8, 16), key.subarray(0, 8));

export const des: ChipCipher = {
  block: 8,
  suite: 1,
  // OpenSSL ignores the bits of parity.
  derive: (secret, counter) => hashed('sha1', secret, counter).subarray(0, 16),
  encrypt: (key, iv, data) => through(createCipheriv('des-ede3-cbc', des3(key), iv), data),
  decrypt: (key, iv, data) => through(createDecipheriv('des-ede3-cbc', des3(key), iv), data),
  mac(key, data) {
    const padded = paddedTo(8, data);
    const first = key.subarray(0, 8);
    // 3DES with one key three times is DES. The last block alone gets both keys (ISO/IEC 9797-1, algorithm 3).
    const chained = through(createCipheriv('des-ede3-cbc', triple(first, first, first), zero8), padded.subarray(0, -8));
    const before = chained.length > 0 ? chained.subarray(-8) : zero8;
    return through(createCipheriv('des-ede3-cbc', des3(key), before), padded.subarray(-8));
  },
  iv: () => zero8,
};

/** CMAC (NIST SP 800-38B) on top of AES in ECB and CBC mode. */
function cmac(name: string, key: Buffer, data: Buffer): Buffer {
  const doubled = (bytes: Buffer) => {
    const value = BigInt(`0x${bytes.toString('hex')}`) << 1n;
    const reduced = value >> 128n ? (value ^ 0x87n) & ((1n << 128n) - 1n) : value;
    return Buffer.from(reduced.toString(16).padStart(32, '0'), 'hex');
  };
  const first = doubled(through(createCipheriv(`${name}-ecb`, key, null), Buffer.alloc(16)));
  const isWhole = data.length > 0 && data.length % 16 === 0;
  const [padded, subkey] = isWhole ? [Buffer.from(data), first] : [paddedTo(16, data), doubled(first)];
  const last = padded.subarray(-16);
  for (let i = 0; i < 16; i++) last[i]! ^= subkey[i]!;
  return through(createCipheriv(`${name}-cbc`, key, Buffer.alloc(16)), padded).subarray(-16, -8);
}

export function aes(bits: 128 | 192 | 256): ChipCipher {
  const name = `aes-${bits}`;
  return {
    block: 16,
    suite: { 128: 2, 192: 3, 256: 4 }[bits],
    derive: (secret, counter) => hashed(bits === 128 ? 'sha1' : 'sha256', secret, counter).subarray(0, bits / 8),
    encrypt: (key, iv, data) => through(createCipheriv(`${name}-cbc`, key, iv), data),
    decrypt: (key, iv, data) => through(createDecipheriv(`${name}-cbc`, key, iv), data),
    mac: (key, data) => cmac(name, key, data),
    iv: (key, counter) => through(createCipheriv(`${name}-ecb`, key, null), counter),
  };
}
