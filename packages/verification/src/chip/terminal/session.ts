import { createCipheriv, createHash, timingSafeEqual } from 'node:crypto';

/** The symmetric algorithms of a session with a chip (ICAO Doc 9303-11, 9.7 and 9.8), as far as commands without data need them. */
export interface SessionCipher {
  /** Bytes of a block, and of the send sequence counter. */
  readonly block: 8 | 16;
  /** Key for encryption (counter 1) or for the MAC (counter 2). */
  derive(secret: Uint8Array, counter: 1 | 2): Buffer;
  /** CBC without padding, with an initial vector of zeros unless one is given. */
  encrypt(key: Buffer, data: Buffer, iv?: Buffer): Buffer;
  /** First 8 bytes of the MAC over whole blocks, which are padded already. */
  mac(key: Buffer, blocks: Buffer): Buffer;
}

function run(cipher: string, key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const running = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([running.update(data), running.final()]);
}

const hashed = (hash: string, secret: Uint8Array, counter: number): Buffer =>
  createHash(hash)
    .update(secret)
    .update(Buffer.from([0, 0, 0, counter]))
    .digest();

const tripleDes: SessionCipher = {
  block: 8,
  derive: (secret, counter) => hashed('sha1', secret, counter).subarray(0, 16),
  encrypt: (key, data, iv = Buffer.alloc(8)) => run('des-ede-cbc', key, iv, data),
  mac(key, blocks) {
    // ISO/IEC 9797-1, algorithm 3: DES with the first key, and both keys for the last block. DES is 3DES with one key twice.
    const first = key.subarray(0, 8);
    const chained = run('des-ede-cbc', Buffer.concat([first, first]), Buffer.alloc(8), blocks.subarray(0, -8));
    const before = chained.length > 0 ? chained.subarray(-8) : Buffer.alloc(8);
    return run('des-ede-cbc', key, before, blocks.subarray(-8));
  },
};

function aes(bits: 128 | 192 | 256): SessionCipher {
  const hash = bits === 128 ? 'sha1' : 'sha256';
  return {
    block: 16,
    derive: (secret, counter) => hashed(hash, secret, counter).subarray(0, bits / 8),
    encrypt: (key, data, iv = Buffer.alloc(16)) => run(`aes-${bits}-cbc`, key, iv, data),
    // CMAC (NIST SP 800-38B) of whole blocks.
    mac(key, blocks) {
      const subkey = doubled(run(`aes-${bits}-ecb`, key, null, Buffer.alloc(16)));
      const last = blocks.subarray(-16).map((byte, i) => byte ^ subkey[i]!);
      return run(`aes-${bits}-cbc`, key, Buffer.alloc(16), Buffer.concat([blocks.subarray(0, -16), last])).subarray(
        -16,
        -8,
      );
    },
  };
}

/** The double of a block in the field of CMAC. */
function doubled(block: Buffer): Buffer {
  const value = BigInt(`0x${block.toString('hex')}`) << 1n;
  const reduced = value >> 128n ? (value & ((1n << 128n) - 1n)) ^ 0x87n : value;
  return Buffer.from(reduced.toString(16).padStart(32, '0'), 'hex');
}

/** Ciphers by the last arc of a protocol's object identifier. */
export const sessionCiphers: Readonly<Record<number, SessionCipher>> = {
  1: tripleDes,
  2: aes(128),
  3: aes(192),
  4: aes(256),
};

/** Selects EF.COM: every chip has the file, and the command needs no answer but the status. */
const SELECT = Buffer.from([0x0c, 0xa4, 0x02, 0x0c]);
const EF_COM = Buffer.from([0x01, 0x1e]);

const padded = (data: Buffer, block: number): Buffer =>
  Buffer.concat([data, Buffer.from([0x80]), Buffer.alloc(block - 1 - (data.length % block))]);

const counterOf = (block: number, value: number): Buffer => {
  const counter = Buffer.alloc(block);
  counter[block - 1] = value;
  return counter;
};

const object = (tag: number, value: Uint8Array): Buffer => Buffer.concat([Buffer.from([tag, value.length]), value]);

/** The first command of a new session: SELECT of EF.COM with secure messaging, as an APDU. */
export function firstCommand(cipher: SessionCipher, secret: Buffer): Buffer {
  const { block } = cipher;
  const counter = counterOf(block, 1);
  const encryption = cipher.derive(secret, 1);
  // 3DES has an initial vector of zeros, AES the encrypted counter.
  const iv = block === 8 ? Buffer.alloc(8) : cipher.encrypt(encryption, counter);
  const data = object(0x87, Buffer.concat([Buffer.from([1]), cipher.encrypt(encryption, padded(EF_COM, block), iv)]));
  const covered = padded(Buffer.concat([counter, padded(SELECT, block), data]), block);
  const body = Buffer.concat([data, object(0x8e, cipher.mac(cipher.derive(secret, 2), covered))]);
  return Buffer.concat([SELECT, Buffer.from([body.length]), body, Buffer.from([0])]);
}

/**
 * Returns whether a response to the first command has the MAC of the session; null for a response without a MAC, such as an error that a chip
 * sends without secure messaging.
 *
 * @param response response APDU with its status word
 */
export function isFirstResponse(cipher: SessionCipher, secret: Buffer, response: Uint8Array): boolean | null {
  const bytes = Buffer.from(response);
  // Status and MAC: 99 02 SW 8E 08 MAC, and the status word.
  if (bytes.length !== 16 || bytes.readUInt16BE(0) !== 0x9902 || bytes.readUInt16BE(4) !== 0x8e08) return null;
  const counter = counterOf(cipher.block, 2);
  const covered = padded(Buffer.concat([counter, bytes.subarray(0, 4)]), cipher.block);
  return timingSafeEqual(cipher.mac(cipher.derive(secret, 2), covered), bytes.subarray(6, 14));
}
