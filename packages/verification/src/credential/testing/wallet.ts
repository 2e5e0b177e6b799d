import { createHash } from 'node:crypto';
import { Tag, writeCbor } from './cbor-writer.ts';
import { coseSign1, type HeldMdoc, type HeldSdJwt, jws } from './issuer.ts';

/** A wallet that answers requests by OpenID4VP, written apart from the verifier. */

/** A request as the wallet sees it. */
export interface WalletRequest {
  readonly nonce: string;
  /** Origin of the page, for requests by the browser. */
  readonly origin?: string;
  /** Sender of the request and address of its response, for requests by a link. */
  readonly clientId?: string;
  readonly responseUri?: string;
  /** EncryptionInfo of requests by the browser without OpenID4VP. */
  readonly encryptionInfo?: string;
  /** Key that the response is encrypted for; null for responses in the clear. */
  readonly jwk: { readonly x?: string; readonly y?: string } | null;
}

/** SHA-256 thumbprint of a key over P-256 (RFC 7638). */
export function thumbprint({ x, y }: NonNullable<WalletRequest['jwk']>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest();
}

function transcript({ origin, nonce, jwk, clientId, responseUri, encryptionInfo }: WalletRequest): unknown[] {
  const print = jwk && thumbprint(jwk);
  const [name, info] = encryptionInfo
    ? ['dcapi', [encryptionInfo, origin]]
    : origin
      ? ['OpenID4VPDCAPIHandover', [origin, nonce, print]]
      : ['OpenID4VPHandover', [clientId, nonce, print, responseUri]];
  return [null, null, [name, createHash('sha256').update(writeCbor(info)).digest()]];
}

export interface PresentOptions {
  /** Elements or claims to disclose; default: all. */
  readonly disclose?: readonly string[];
  /** Changes the encoded IssuerSignedItem of each element. */
  readonly changeItem?: (item: Buffer, name: string) => Buffer;
  /** `docType` that the response and the device claim; default: the credential's. */
  readonly type?: string;
  /** Leaves out the signature of the device, or lets another device sign. */
  readonly signature?: 'none' | HeldMdoc['device'];
}

/** The DeviceResponse with one mdoc, for a request. */
export function presentMdoc(held: HeldMdoc, request: WalletRequest, options: PresentOptions = {}): Buffer {
  const { disclose = [...held.items.keys()], changeItem = (item) => item, type = held.type } = options;
  const nameSpaces = new Tag(24, writeCbor(new Map()));
  const authentication = writeCbor(['DeviceAuthentication', transcript(request), type, nameSpaces]);
  const device = options.signature === undefined || options.signature === 'none' ? held.device : options.signature;
  const signature = coseSign1(device.privateKey, writeCbor(new Tag(24, authentication)), { detached: true });
  const items = disclose.map((name) => new Tag(24, changeItem(held.items.get(name)!, name)));
  const document = {
    docType: type,
    issuerSigned: { nameSpaces: { [held.namespace]: items }, issuerAuth: held.issuerAuth },
    ...(options.signature !== 'none' && { deviceSigned: { nameSpaces, deviceAuth: { deviceSignature: signature } } }),
  };
  return writeCbor({ version: '1.0', documents: [document], status: 0 });
}

/** The SD-JWT VC with its key binding, for a request. `iat` in Unix seconds. */
export function presentSdJwt(
  { issued, disclosures, device }: HeldSdJwt,
  { nonce, origin, clientId }: WalletRequest,
  {
    iat,
    disclose = Object.keys(disclosures),
    change = (text) => text,
    signer = device,
  }: {
    iat: number;
    disclose?: readonly string[];
    /** Changes each disclosure. */
    change?: (disclosure: string, name: string) => string;
    signer?: HeldSdJwt['device'] | null;
  },
): string {
  const presented = [issued, ...disclose.map((name) => change(disclosures[name]!, name)), ''].join('~');
  if (!signer) return presented;
  const sd_hash = createHash('sha256').update(presented).digest('base64url');
  const payload = { nonce, aud: origin ? `origin:${origin}` : clientId, iat, sd_hash };
  return presented + jws(signer.privateKey, { typ: 'kb+jwt' }, payload);
}
