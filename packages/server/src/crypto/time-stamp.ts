import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { faultOfSignature, hashOf, hashOfSignature, readSignedMessage } from '@bonafide/verification';
import type { ContentInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { Null } from 'asn1js';
import { leadsTo } from './chain.ts';
import { exact, SHA_256 } from './der.ts';

/** Hash functions that an authority may sign with (RFC 5754), in RSA of either padding and ECDSA. */
const HASHES: ReadonlySet<string | undefined> = new Set(['sha256', 'sha384', 'sha512']);

/** The extended key usage of a time-stamp authority, and of no other (RFC 3161, 2.3). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** Request to an authority. */
export interface TimeStampRequest {
  /** SHA-256 of the stamped data. */
  readonly digest: Buffer;
  /** Random, so that no earlier answer serves; its first bit is 0, or it were a negative number. */
  readonly nonce: Buffer;
}

/** The error when the answer is not a time stamp for the request. The message follows "the time-stamp authority". */
export class TimeStampRefused extends Error {}

/** The request to a time-stamp authority (TimeStampReq, RFC 3161, 2.4.1), DER: it asks for the authority's certificate too. */
export function timeStampRequest({ digest, nonce }: TimeStampRequest): Buffer {
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: new Null().toBER() }),
      hashedMessage: new OctetString(exact(digest)),
    }),
    nonce: exact(nonce),
    certReq: true,
  });
  return Buffer.from(AsnConvert.serialize(request));
}

/**
 * The time-stamp token of an answer (RFC 3161, 2.4.2), DER, once it is proven: it is of this digest and this request, and signed
 * with a certificate for time stamps that came along. Throws `TimeStampRefused`.
 *
 * @param roots where given, the certificate must lead to one of them
 */
export function timeStampToken(
  answer: Buffer,
  expected: TimeStampRequest,
  roots: readonly X509Certificate[] = [],
): Buffer {
  let token: ContentInfo | undefined;
  try {
    const response = AsnConvert.parse(answer, TimeStampResp);
    const { status } = response.status;
    if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
      throw new TimeStampRefused(`refused to stamp (status ${status})`);
    token = response.timeStampToken;
    if (!token) throw new TimeStampRefused('sent no time stamp');
    assertTimeStamp(token, expected, roots);
  } catch (error) {
    if (error instanceof TimeStampRefused) throw error;
    throw new TimeStampRefused(`sent an invalid time stamp: ${(error as Error).message}`);
  }
  return Buffer.from(AsnConvert.serialize(token));
}

function assertTimeStamp(
  token: ContentInfo,
  { digest, nonce }: TimeStampRequest,
  roots: readonly X509Certificate[],
): void {
  const message = readSignedMessage(new Uint8Array(AsnConvert.serialize(token)));
  if (message.kind !== id_ct_tstInfo) throw new TimeStampRefused('sent a message that is not a time stamp');
  const info = AsnConvert.parse(message.content, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA_256 || !Buffer.from(hashedMessage.buffer).equals(digest))
    throw new TimeStampRefused('stamped another document');
  if (!info.nonce || !Buffer.from(info.nonce).equals(nonce))
    throw new TimeStampRefused('sent the answer to another request');
  const { digestAlgorithm, signatureAlgorithm } = message.signer;
  const digestOid = digestAlgorithm.algorithm;
  const known =
    HASHES.has(hashOf(digestOid)) && HASHES.has(hashOfSignature({ algorithm: signatureAlgorithm, digest: digestOid }));
  const by =
    known &&
    message.certificates.find(
      (certificate) => certificate.purposes.includes(TIME_STAMPING) && faultOfSignature(message, certificate) === null,
    );
  if (!by) throw new TimeStampRefused('sent a time stamp with an invalid signature');
  const certificates = message.certificates.map(({ der }) => new X509Certificate(der));
  const own = new X509Certificate(by.der);
  if (roots.length > 0 && !leadsTo(own, certificates, roots))
    throw new TimeStampRefused('signs with a certificate that is not issued by an authority of the setting tsa-ca');
}
