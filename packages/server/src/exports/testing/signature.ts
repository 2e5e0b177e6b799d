import { createHash, verify, X509Certificate } from 'node:crypto';
import { type Attribute, ContentInfo, id_messageDigest, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { fromBER, Set as SetOf } from 'asn1js';

/** Bytes that a signer signs: its attributes, as a set of its own (RFC 5652, 5.4). */
const signedBytesOf = (attributes: readonly Attribute[]): Buffer =>
  Buffer.from(new SetOf({ value: attributes.map((one) => fromBER(AsnConvert.serialize(one)).result) }).toBER());

interface Found {
  readonly certificate: X509Certificate;
  readonly holds: boolean;
  readonly covered: Buffer;
  /** The signed data, with the zeros behind it. */
  readonly cms: Buffer;
}

/** Reads the signature of a file: its signer, whether the file is unchanged, and the part of the file that it covers. */
export function signatureOf(file: Buffer): Found {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(file.toString('latin1'));
  const [start, end, length] = [range?.[2], range?.[3], range?.[4]].map(Number) as [number, number, number];
  const covered = Buffer.concat([file.subarray(0, start), file.subarray(end, end + length)]);
  const cms = Buffer.from(file.subarray(start + 1, end - 1).toString('latin1'), 'hex');
  const { content } = AsnConvert.parse(cms, ContentInfo);
  const { certificates, signerInfos } = AsnConvert.parse(content, SignedData);
  const [signer] = signerInfos;
  const [own] = certificates ?? [];
  if (!signer || !own?.certificate) throw new Error('Nobody signed');
  const certificate = new X509Certificate(Buffer.from(AsnConvert.serialize(own.certificate)));
  const stated = signer.signedAttrs?.find(({ attrType }) => attrType === id_messageDigest)?.attrValues[0];
  const digest = createHash('sha256').update(covered).digest();
  const holds =
    Buffer.from(AsnConvert.parse(stated as ArrayBuffer, OctetString).buffer).equals(digest) &&
    verify(
      'sha256',
      signedBytesOf(signer.signedAttrs ?? []),
      certificate.publicKey,
      Buffer.from(signer.signature.buffer),
    );
  return { certificate, holds, covered, cms };
}
