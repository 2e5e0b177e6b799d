import { createHmac } from 'node:crypto';
import type { StateAddress } from 'libsodium-wrappers';
import { freeBytes } from '../base/free-bytes.ts';
import { StorageError } from './storage.ts';

/**
 * Format of a sealed object: XChaCha20-Poly1305 in chunks (libsodium's `secretstream`). Chunks can't be changed, left out,
 * repeated or swapped, and the last one is marked, so that a cut at a chunk border shows too.
 *
 * - 4 bytes: the scheme of the key and its version, see `SCHEMES`
 * - 8 bytes: id of the key
 * - 24 bytes: header of the stream, its nonce
 * - n times 64 KiB of content (the last chunk: 0 to 64 KiB) and 17 bytes of tag and code
 *
 * The first 12 bytes and the owner are authenticated with every chunk, so an object opens in its own place only.
 */
const SCHEMES = {
  /** A key of the deployment. */
  deployment: Buffer.from('BFS1', 'latin1'),
  /** A media key of the account that owns the object, which the account's key seals in the store. */
  account: Buffer.from('BFS2', 'latin1'),
} as const;

/** Owner of the key of an object. */
export type KeyScheme = keyof typeof SCHEMES;

const SCHEME_BYTES = 4;
const KEY_ID_BYTES = 8;
const STREAM_HEADER_BYTES = 24;
export const HEADER_BYTES = SCHEME_BYTES + KEY_ID_BYTES + STREAM_HEADER_BYTES;
export const CHUNK_BYTES = 64 * 1024;
export const SEAL_BYTES = 17;
const KEY_BYTES = 32;

/** A key for objects. */
export interface SealingKey {
  readonly scheme: KeyScheme;
  readonly id: Buffer;
  readonly secret: Uint8Array;
}

/** Makes a key for objects. Throws when the secret doesn't have 32 bytes. */
export function sealingKey(secret: Uint8Array, scheme: KeyScheme): SealingKey {
  if (secret.length !== KEY_BYTES) throw new Error(`A storage key has ${KEY_BYTES} bytes, not ${secret.length}`);
  const id = createHmac('sha256', secret).update('bonafide storage key id').digest().subarray(0, KEY_ID_BYTES);
  return { scheme, id, secret };
}

/**
 * The encrypted bytes of `plain`, header first. `owner` is any text, which decryption needs again. A chunk is valid until the next one is
 * requested, which frees its memory.
 */
export async function* encrypt(
  plain: AsyncIterable<Uint8Array>,
  key: SealingKey,
  owner: string,
): AsyncGenerator<Uint8Array> {
  const sodium = await loadSodium();
  const prefix = Buffer.concat([SCHEMES[key.scheme], key.id]);
  const context = Buffer.concat([prefix, Buffer.from(owner)]);
  const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key.secret);
  try {
    yield Buffer.concat([prefix, header]);
    for await (const { bytes, last } of pieces(plain, CHUNK_BYTES)) {
      const tag = last
        ? sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
        : sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE;
      const sealed = sodium.crypto_secretstream_xchacha20poly1305_push(state, bytes, context, tag);
      yield sealed;
      freeBytes(sealed);
    }
  } finally {
    release(sodium, state);
  }
}

/** The header of an object. */
export interface ObjectHeader {
  readonly scheme: KeyScheme;
  readonly keyId: Buffer;
  readonly prefix: Buffer;
  readonly streamHeader: Buffer;
}

/** Reads the first `HEADER_BYTES` of an object. Throws `StorageError`. */
export function readHeader(header: Buffer): ObjectHeader {
  if (header.length < HEADER_BYTES) throw new StorageError('damaged', 'The object ends within its header');
  const start = header.subarray(0, SCHEME_BYTES);
  const scheme = (Object.keys(SCHEMES) as KeyScheme[]).find((name) => SCHEMES[name].equals(start));
  if (!scheme) throw new StorageError('unknown_format', 'The object is of an unknown format');
  const prefix = header.subarray(0, SCHEME_BYTES + KEY_ID_BYTES);
  const keyId = prefix.subarray(SCHEME_BYTES);
  return { scheme, keyId, prefix, streamHeader: header.subarray(prefix.length, HEADER_BYTES) };
}

/** Opens what follows the header, and frees it. Throws `StorageError` before the first wrong byte, and when the end is missing. */
export async function* decrypt(
  sealed: AsyncIterable<Uint8Array>,
  header: ObjectHeader,
  key: SealingKey,
  owner: string,
): AsyncGenerator<Uint8Array> {
  const sodium = await loadSodium();
  const context = Buffer.concat([header.prefix, Buffer.from(owner)]);
  const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header.streamHeader, key.secret);
  try {
    for await (const { bytes, last } of pieces(freed(sealed), CHUNK_BYTES + SEAL_BYTES)) {
      const opened =
        bytes.length >= SEAL_BYTES && sodium.crypto_secretstream_xchacha20poly1305_pull(state, bytes, context);
      if (!opened) throw new StorageError('damaged', 'A chunk of the object was changed, or the object was moved');
      const final = opened.tag === sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL;
      if (final !== last) throw new StorageError('damaged', 'The object was cut off or added to');
      if (opened.message.length > 0) yield opened.message;
    }
  } finally {
    release(sodium, state);
  }
}

/** The chunks of a stream. Each is freed when the next one is asked for. */
async function* freed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    yield bytes;
    freeBytes(bytes);
  }
}

interface Piece {
  /** Valid until the next piece is asked for: its memory is used again, which keeps many uploads at once small. */
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** Cuts a stream into pieces of `size` bytes. There is always a last one, of 0 to `size` bytes. */
async function* pieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Piece> {
  const piece = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (const bytes of source) {
    for (let taken = 0; taken < bytes.length; ) {
      if (filled === size) {
        yield { bytes: piece, last: false };
        filled = 0;
      }
      const part = bytes.subarray(taken, taken + size - filled);
      piece.set(part, filled);
      filled += part.length;
      taken += part.length;
    }
  }
  yield { bytes: piece.subarray(0, filled), last: true };
}

/** Loaded with the first object: WebAssembly costs tens of milliseconds that a start must not pay. */
async function loadSodium() {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return sodium;
}

/** Frees the state of a stream: the wrapper never does, and 64 bytes a stream add up in a process that lives for months. */
function release(sodium: Awaited<ReturnType<typeof loadSodium>>, state: StateAddress): void {
  const { libsodium } = sodium as unknown as { libsodium: { _free(address: StateAddress): void } };
  libsodium._free(state);
}
