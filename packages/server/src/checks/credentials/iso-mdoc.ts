import {
  CREDENTIAL_TYPES,
  encodedTranscript,
  type Handover,
  isoMdocAnswer,
  isoMdocEncryptionInfo,
  isoMdocRequest,
  sessionTranscript,
} from '@bonafide/verification';
import type { Services } from '../../context/services.ts';
import { pathsOf } from './elements.ts';
import type { BrowserFacts } from './facts.ts';
import { type Presentation, refused } from './open-answer.ts';
import { type BrowserRequest, ISO_MDOC } from './protocols.ts';

/** The facts of a request that the wallet's signature covers. */
export function isoHandover({ origin, nonce, key }: BrowserFacts): Extract<Handover, { encryptionInfo: string }> {
  return { origin, encryptionInfo: isoMdocEncryptionInfo(nonce, { x: key.x!, y: key.y! }) };
}

/**
 * One request for each type of mdoc, since a wallet must answer every document of a request. None without a certificate: wallets by this
 * protocol answer signed requests alone.
 */
export function isoRequests(facts: BrowserFacts, reader: Services['mdocReader']): BrowserRequest[] {
  if (!reader) return [];
  const handover = isoHandover(facts);
  const transcript = sessionTranscript(handover);
  return mdocTypesOf(facts).map((docType) => {
    const type = CREDENTIAL_TYPES[docType]!;
    const elements = pathsOf(docType, type, facts.ageOver).map(([element]) => element);
    const question = { docType, namespace: type.namespace, elements };
    const deviceRequest = isoMdocRequest(question, transcript, reader);
    return { protocol: ISO_MDOC, data: { deviceRequest, encryptionInfo: handover.encryptionInfo } };
  });
}

const mdocTypesOf = ({ types }: BrowserFacts): string[] =>
  Object.values(types).filter((type) => CREDENTIAL_TYPES[type]!.format === 'mso_mdoc');

/** The mdoc in an encrypted answer to a request. Throws `validation_error`. */
export async function openIsoAnswer(response: unknown, facts: BrowserFacts): Promise<Presentation> {
  const answer = typeof response === 'string' ? isoMdocAnswer(response) : null;
  if (!answer) throw refused('is not encrypted');
  const { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core');
  // The only suite of annex C.4.
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  try {
    const { crv, d, kty, x, y } = facts.key;
    const recipientKey = await suite.kem.importKey('jwk', { crv, d, kty, x, y, key_ops: ['deriveBits'] }, false);
    const info = encodedTranscript(sessionTranscript(isoHandover(facts)));
    const plaintext = await suite.open({ recipientKey, enc: answer.enc, info }, answer.cipherText);
    const presentation = Buffer.from(plaintext).toString('base64url');
    return { format: 'mso_mdoc', presentation, types: mdocTypesOf(facts) };
  } catch {
    throw refused('is not bound to this request');
  }
}
