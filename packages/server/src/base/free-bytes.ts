/**
 * Gives the memory of bytes back at once, without waiting for a garbage collection. The bytes have length 0 afterwards. Does
 * nothing where they are a part of a larger buffer, since other code may use the rest.
 *
 * V8 collects garbage more often, and all of it, when buffers outside of its heap grow. Uploads made it do so three times a
 * second, and the C library kept the memory of buffers that were freed late. The caller must be the only user of the bytes: no
 * write or other work of the operating system may still read them.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
