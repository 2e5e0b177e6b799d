import { createHash } from 'node:crypto';
import { UNKNOWN_RANGE } from '../base/signature-range.ts';

/** Makes a detached CMS signature (DER) over a digest; the argument computes the digest by a hash function of Node. */
export type SignDigest = (digestBy: (hash: string) => Buffer) => Buffer | Promise<Buffer>;

/**
 * Signs a PDF that has a place for it (ISO 32000-1, 12.8): everything but the signature itself is covered. Throws when it finds
 * no place, or no room in it.
 */
export async function signFile(file: Uint8Array, sign: SignDigest): Promise<Buffer> {
  const signed = Buffer.from(file);
  // The last one is ours: a document of another party stands before what was appended to it.
  const place = [...signed.toString('latin1').matchAll(UNKNOWN_RANGE)].at(-1);
  const range = place?.index ?? -1;
  const start = signed.indexOf('<', range, 'latin1');
  const end = signed.indexOf('>', start, 'latin1') + 1;
  if (!place || start < 0 || end <= 0) throw new Error('The document has no place for a signature');
  const found = `/ByteRange [0 ${start} ${end} ${signed.length - end}]`;
  signed.write(found.padEnd(place[0].length), range, 'latin1');
  const digestBy = (hash: string) =>
    createHash(hash).update(signed.subarray(0, start)).update(signed.subarray(end)).digest();
  const value = (await sign(digestBy)).toString('hex');
  if (value.length > end - start - 2) throw new Error('The signature has no room in the document');
  signed.write(value, start + 1, 'latin1');
  return signed;
}
