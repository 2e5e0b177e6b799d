import {
  createCipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  verify,
  X509Certificate,
} from 'node:crypto';
import { mapOf, readCbor } from '../../../../../verification/src/cbor/read.ts';
import { Tag, writeCbor } from '../../../../../verification/src/credential/testing/cbor-writer.ts';
import type { HeldMdoc } from '../../../../../verification/src/credential/testing/issuer.ts';
import { type PresentOptions, presentMdoc } from '../../../../../verification/src/credential/testing/wallet.ts';
import type { AskedCredential } from './wallet.ts';

/** A wallet that answers requests by `org-iso-mdoc` (ISO/IEC TS 18013-7:2025, annex C), written apart from the service. */

const BOUNDS = { maxBytes: 64 * 1024, maxDepth: 16 };
const bytesOf = (text: string) => Buffer.from(text, 'base64url');

interface IsoData {
  readonly deviceRequest: string;
  readonly encryptionInfo: string;
}

/** Contents of a request whose reader's signature is right. */
export interface OpenedRequest {
  readonly docType: string;
  readonly elements: readonly string[];
  /** Subject of the reader's certificate. */
  readonly reader: string;
  readonly certificates: number;
}

const transcriptOf = (encryptionInfo: string, origin: string) => [
  null,
  null,
  [
    'dcapi',
    createHash('sha256')
      .update(writeCbor([encryptionInfo, origin]))
      .digest(),
  ],
];

/** Opens the one document request. Throws where its reader has not signed it for the session. */
export function openRequest({ deviceRequest, encryptionInfo }: IsoData, origin: string): OpenedRequest {
  const requests = mapOf(readCbor(bytesOf(deviceRequest), BOUNDS)).get('docRequests') as unknown[];
  if (requests.length !== 1) throw new Error('Refused: not one document is asked for');
  const request = mapOf(requests[0]);
  const items = request.get('itemsRequest') as Uint8Array;
  const [header, open, payload, signature] = request.get('readerAuth') as [Uint8Array, unknown, null, Uint8Array];
  const chain = mapOf(open).get(33) as Uint8Array | Uint8Array[];
  const certificates = Array.isArray(chain) ? chain : [chain];
  const leaf = new X509Certificate(certificates[0]!);
  const authentication = writeCbor([
    'ReaderAuthentication',
    transcriptOf(encryptionInfo, origin),
    new Tag(24, Buffer.from(items)),
  ]);
  const signed = writeCbor([
    'Signature1',
    Buffer.from(header),
    Buffer.alloc(0),
    writeCbor(new Tag(24, authentication)),
  ]);
  const isRight = verify('sha256', signed, { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  if (payload !== null || !isRight) throw new Error('Refused: the reader has not signed this session');
  const asked = mapOf(readCbor(items, BOUNDS));
  const [[, elements]] = [...mapOf(asked.get('nameSpaces'))] as [[string, unknown]];
  return {
    docType: String(asked.get('docType')),
    elements: [...mapOf(elements).keys()].map(String),
    reader: leaf.subject.split('\n').find((part) => part.startsWith('CN='))!,
    certificates: certificates.length,
  };
}

export interface IsoWalletOptions extends PresentOptions {
  /** Origin that the browser tells the wallet. */
  readonly origin: string;
  /** Changes the EncryptionInfo to which the wallet binds its answer. */
  readonly encryptionInfo?: string;
  /** Changes the encrypted answer. */
  readonly change?: (cipherText: Buffer) => Buffer;
}

/** The answer of `navigator.credentials.get` with a wallet that holds an mdoc, as the page posts it. */
export function isoAnswerOf(
  { id, requests }: AskedCredential,
  held: HeldMdoc,
  { origin, change = (bytes) => bytes, encryptionInfo, ...options }: IsoWalletOptions,
) {
  const opened = requests
    .filter(({ protocol }) => protocol === 'org-iso-mdoc')
    .map(({ data }) => ({ data: data as unknown as IsoData, ...openRequest(data as unknown as IsoData, origin) }));
  const { data, elements } = opened.find(({ docType }) => docType === held.type) ?? opened[0]!;
  const session = encryptionInfo ?? data.encryptionInfo;
  const disclose = elements.filter((name) => held.items.has(name));
  const response = presentMdoc(
    held,
    { encryptionInfo: session, origin, nonce: '', jwk: null },
    { disclose, ...options },
  );
  const { enc, cipherText } = sealed(response, data.encryptionInfo, writeCbor(transcriptOf(session, origin)));
  const encrypted = writeCbor(['dcapi', { enc, cipherText: change(cipherText) }]);
  return { id, protocol: 'org-iso-mdoc', data: { response: encrypted.toString('base64url') } };
}

/** HPKE in base mode with P-256, HKDF-SHA256 and AES-128-GCM (RFC 9180, 5.1.1 and 7). */
function sealed(plaintext: Buffer, encryptionInfo: string, info: Buffer) {
  const [, parts] = readCbor(bytesOf(encryptionInfo), BOUNDS) as [string, unknown];
  const key = mapOf(mapOf(parts).get('recipientPublicKey'));
  const [x, y] = [key.get(-2), key.get(-3)] as [Uint8Array, Uint8Array];
  const recipient = Buffer.concat([Buffer.from([4]), x, y]);
  // Throws for a point that is not on the curve.
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: Buffer.from(x).toString('base64url'),
    y: Buffer.from(y).toString('base64url'),
  };
  createPublicKey({ key: jwk, format: 'jwk' });
  const ephemeral = createECDH('prime256v1');
  const enc = ephemeral.generateKeys();
  const kem = Buffer.concat([Buffer.from('KEM'), Buffer.from([0, 0x10])]);
  const shared = expand(kem, extract(kem, '', 'eae_prk', ephemeral.computeSecret(recipient)), 'shared_secret', {
    info: Buffer.concat([enc, recipient]),
    length: 32,
  });
  const suite = Buffer.concat([Buffer.from('HPKE'), Buffer.from([0, 0x10, 0, 1, 0, 1])]);
  const context = Buffer.concat([
    Buffer.from([0]),
    extract(suite, '', 'psk_id_hash', Buffer.alloc(0)),
    extract(suite, '', 'info_hash', info),
  ]);
  const secret = extract(suite, shared, 'secret', Buffer.alloc(0));
  const [cipherKey, nonce] = [
    expand(suite, secret, 'key', { info: context, length: 16 }),
    expand(suite, secret, 'base_nonce', { info: context, length: 12 }),
  ];
  const cipher = createCipheriv('aes-128-gcm', cipherKey, nonce);
  const cipherText = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return { enc, cipherText };
}

const VERSION = Buffer.from('HPKE-v1');

function extract(suite: Buffer, salt: Buffer | '', label: string, keyMaterial: Buffer): Buffer {
  return createHmac('sha256', salt === '' ? Buffer.alloc(32) : salt)
    .update(Buffer.concat([VERSION, suite, Buffer.from(label), keyMaterial]))
    .digest();
}

/** One block is enough for every length here. */
function expand(suite: Buffer, key: Buffer, label: string, { info, length }: { info: Buffer; length: number }): Buffer {
  const labelled = Buffer.concat([Buffer.from([length >> 8, length & 255]), VERSION, suite, Buffer.from(label), info]);
  return createHmac('sha256', key)
    .update(Buffer.concat([labelled, Buffer.from([1])]))
    .digest()
    .subarray(0, length);
}
