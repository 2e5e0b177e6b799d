import { createHash, verify, X509Certificate } from 'node:crypto';
import { contentOf, firstOf, partsOf } from '../../crypto/der.ts';

const MESSAGE_DIGEST = '06092a864886f70d010904';

/** What a reader finds in a signed file: who signed it, whether it is as it was signed, and how much of it that covers. */
export function signatureOf(file: Buffer): { certificate: X509Certificate; holds: boolean; covered: Buffer } {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(file.toString('latin1'));
  const [start, end, length] = [range?.[2], range?.[3], range?.[4]].map(Number) as [number, number, number];
  const covered = Buffer.concat([file.subarray(0, start), file.subarray(end, end + length)]);
  // After the signature comes the room that it didn't need.
  const cms = firstOf(Buffer.from(file.subarray(start + 1, end - 1).toString('latin1'), 'hex'));
  const [, , , certificates, infos] = within(cms, 1, 0);
  const certificate = new X509Certificate(firstOf(contentOf(certificates as Buffer)));
  const [, , , attributes, , signature] = within(infos as Buffer, 0) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const [, told] = partsOf(attributes)
    .map((attribute) => partsOf(attribute))
    .find(([type]) => type?.toString('hex') === MESSAGE_DIGEST) as [Buffer, Buffer];
  const asSet = Buffer.from(attributes);
  asSet[0] = 0x31;
  const digest = createHash('sha256').update(covered).digest();
  const holds =
    contentOf(contentOf(told)).equals(digest) && verify('sha256', asSet, certificate.publicKey, contentOf(signature));
  return { certificate, holds, covered };
}

/** The parts of a part of a part. */
function within(value: Buffer, ...path: readonly number[]): Buffer[] {
  return path.reduce((parts, index) => partsOf(parts[index] as Buffer), partsOf(value));
}
