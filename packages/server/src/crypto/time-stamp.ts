import 'reflect-metadata';
import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  type Attribute,
  type ContentInfo,
  id_contentType,
  id_messageDigest,
  id_signedData,
  SignedData,
  type SignerInfo,
} from '@peculiar/asn1-cms';
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
import { type AsnType, Constructed, fromBER, Null, ObjectIdentifier } from 'asn1js';

const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** Hash functions that an authority may sign with (RFC 5754, RFC 8702 has others that Node names otherwise). */
const HASHES: Readonly<Record<string, string>> = {
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** The extended key usage of a time-stamp authority, and of no other (RFC 3161, 2.3). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** What an authority is asked for. */
export interface Asked {
  /** SHA-256 of what is stamped. */
  readonly digest: Buffer;
  /** Random, so that no earlier answer serves; its first bit is 0, or it were a negative number. */
  readonly nonce: Buffer;
}

/** The answer is no time stamp of what was asked. The message follows "the time-stamp authority". */
export class TimeStampRefused extends Error {}

const exact = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The request to a time-stamp authority (TimeStampReq, RFC 3161, 2.4.1), DER: it asks for the authority's certificate too. */
export function timeStampRequest({ digest, nonce }: Asked): Buffer {
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
export function timeStampToken(answer: Buffer, asked: Asked, roots: readonly X509Certificate[] = []): Buffer {
  let token: ContentInfo | undefined;
  try {
    const response = AsnConvert.parse(answer, TimeStampResp);
    const { status } = response.status;
    if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
      throw new TimeStampRefused(`refused to stamp (status ${status})`);
    token = response.timeStampToken;
    if (!token) throw new TimeStampRefused('sent no time stamp');
    judge(token, asked, roots);
  } catch (error) {
    if (error instanceof TimeStampRefused) throw error;
    throw new TimeStampRefused(`sent what is no time stamp: ${(error as Error).message}`);
  }
  return Buffer.from(AsnConvert.serialize(token));
}

function judge(token: ContentInfo, { digest, nonce }: Asked, roots: readonly X509Certificate[]): void {
  if (token.contentType !== id_signedData) throw new TimeStampRefused('sent a time stamp that is not signed');
  const { encapContentInfo, certificates, signerInfos } = AsnConvert.parse(token.content, SignedData);
  const content = encapContentInfo.eContent?.single?.buffer;
  const [signer, ...others] = signerInfos;
  if (encapContentInfo.eContentType !== id_ct_tstInfo || !content || !signer || others.length > 0)
    throw new TimeStampRefused('sent a message that is no time stamp');
  const info = AsnConvert.parse(content, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA_256 || !Buffer.from(hashedMessage.buffer).equals(digest))
    throw new TimeStampRefused('stamped something else');
  if (!info.nonce || !Buffer.from(info.nonce).equals(nonce))
    throw new TimeStampRefused('sent the answer to another request');
  const known = [...(certificates ?? [])].flatMap(({ certificate }) =>
    certificate ? [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))] : [],
  );
  const signed = attributesOf(token.content);
  const own = known.find(
    (one) => one.keyUsage?.includes(TIME_STAMPING) && isSigned(signer, { content: Buffer.from(content), signed }, one),
  );
  if (!own) throw new TimeStampRefused('sent a time stamp whose signature does not hold');
  if (roots.length > 0 && !leadsTo(own, known, roots))
    throw new TimeStampRefused('signs with a certificate that does not lead to one of the setting tsa-ca');
}

/**
 * What the only signer signed: its attributes as the set that they are, though they stand there under another tag (RFC 5652, 5.4). The
 * bytes of the message are read, which writing the attributes anew may not repeat.
 */
function attributesOf(signedData: ArrayBuffer): Buffer | undefined {
  const partsOf = (block: AsnType | undefined): AsnType[] =>
    block instanceof Constructed ? block.valueBlock.value : [];
  const signer = partsOf(partsOf(fromBER(signedData).result).at(-1))[0];
  // Behind version, name and hash function of the signer.
  const attributes = partsOf(signer)[3];
  if (attributes?.idBlock.tagClass !== CONTEXT || attributes.idBlock.tagNumber !== 0) return undefined;
  const set = Buffer.from(attributes.valueBeforeDecodeView);
  set[0] = SET;
  return set;
}

const CONTEXT = 3;
const SET = 0x31;

/** Whether a signature is of this content, by this certificate (RFC 5652, 5.4). */
function isSigned(
  signer: SignerInfo,
  { content, signed }: { readonly content: Buffer; readonly signed: Buffer | undefined },
  { publicKey }: X509Certificate,
): boolean {
  const { signedAttrs = [], digestAlgorithm, signatureAlgorithm, signature } = signer;
  const hash = HASHES[digestAlgorithm.algorithm];
  if (!hash || !signed || isPss(signatureAlgorithm.algorithm)) return false;
  const digest = onlyValue(signedAttrs, id_messageDigest);
  const type = onlyValue(signedAttrs, id_contentType);
  if (!digest || !type) return false;
  const named = fromBER(type).result;
  const same =
    Buffer.from(AsnConvert.parse(digest, OctetString).buffer).equals(createHash(hash).update(content).digest()) &&
    named instanceof ObjectIdentifier &&
    named.getValue() === id_ct_tstInfo;
  return same && verify(hash, signed, publicKey, Buffer.from(signature.buffer));
}

/** RSASSA-PSS has its own parameters, which no authority that answers RFC 3161 by default uses. */
const isPss = (algorithm: string): boolean => algorithm === '1.2.840.113549.1.1.10';

/** The only value of an attribute. */
function onlyValue(attributes: readonly Attribute[], type: string): ArrayBuffer | undefined {
  const values = attributes.filter(({ attrType }) => attrType === type).flatMap(({ attrValues }) => attrValues);
  return values.length === 1 ? values[0] : undefined;
}

/** Whether a certificate leads over others of its message to one that is trusted. */
function leadsTo(own: X509Certificate, known: readonly X509Certificate[], roots: readonly X509Certificate[]): boolean {
  const issued = (by: X509Certificate, one: X509Certificate) => one.checkIssued(by) && one.verify(by.publicKey);
  let current = own;
  for (let step = 0; step <= known.length; step += 1) {
    const last = current;
    if (roots.some((root) => root.fingerprint256 === last.fingerprint256 || issued(root, last))) return true;
    const next = known.find((one) => one.ca && one.fingerprint256 !== last.fingerprint256 && issued(one, last));
    if (!next) return false;
    current = next;
  }
  return false;
}
