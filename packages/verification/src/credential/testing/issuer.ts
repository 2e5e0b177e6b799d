import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { documentSigner, type Issued, issue } from '../../chip/testing/issuer.ts';
import type { CredentialIssuer } from '../credential.ts';
import { Tag, writeCbor } from './cbor-writer.ts';

/** Makes issuers of credentials, and the credentials of made-up people, for tests, measurements and the demo's wallet. */

/** A made-up holder. Days are `YYYY-MM-DD`. */
export interface CredentialHolder {
  readonly surname: string;
  readonly givenNames: string;
  readonly number: string;
  readonly birth: string;
  readonly expiry: string;
  /** Two letters. */
  readonly country: string;
  /** JPEG. */
  readonly portrait?: Uint8Array;
}

export const ADA: CredentialHolder = {
  surname: 'Lovelace',
  givenNames: 'Ada',
  number: 'A1234567',
  birth: '1985-12-10',
  expiry: '2030-12-10',
  country: 'US',
  portrait: Buffer.from('ffd8ffe000104a464946', 'hex'),
};

/** A state that issues credentials: its authority, and its signer of credentials. */
export interface State {
  readonly authority: Issued;
  readonly signer: Issued;
  readonly trusted: CredentialIssuer;
}

/** A new state with an authority and a signer of credentials. */
export function state(
  country = 'US',
  {
    alpha3 = 'USA',
    types = null,
    ...validity
  }: { alpha3?: string; types?: string[] | null; from?: string; to?: string } = {},
): State {
  const authority = issue({ country, common: 'IACA' });
  const signer = documentSigner(authority, { common: 'Signer', purposes: ['1.0.18013.5.1.2'], ...validity });
  const trusted = { der: authority.certificate, kind: 'certificate', country: alpha3, name: null, types } as const;
  return { authority, signer, trusted };
}

/** A device of a holder, whose key the issuer signs. */
export interface Device {
  readonly privateKey: KeyObject;
  readonly jwk: { readonly x: string; readonly y: string };
}

export function newDevice(): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as Device['jwk'] };
}

/** ECDSA with SHA-256, as r and s one after the other. */
const es256 = (privateKey: KeyObject, data: Uint8Array): Buffer =>
  sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });

/** The parts of a COSE_Sign1 with ES256. */
export function coseSign1(
  privateKey: KeyObject,
  payload: Uint8Array,
  {
    certificate,
    detached = false,
    header: more = [],
  }: { certificate?: Uint8Array; detached?: boolean; header?: readonly (readonly [number, unknown])[] } = {},
): unknown[] {
  const header = writeCbor(new Map<number, unknown>([[1, -7], ...more]));
  const open = certificate ? new Map([[33, certificate]]) : new Map();
  const signature = es256(privateKey, writeCbor(['Signature1', header, Buffer.alloc(0), payload]));
  return [header, open, detached ? null : payload, signature];
}

export interface MdocOptions {
  readonly type?: string;
  readonly namespace?: string;
  /** Times as ISO 8601. */
  readonly signed?: string;
  readonly from?: string;
  readonly until?: string;
  /** Reference to a list of revoked credentials (Token Status List). */
  readonly status?: unknown;
  /** Elements besides the holder's, or instead of them. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** An mdoc in a wallet: every element, and the issuer's signature over their digests. */
export interface HeldMdoc {
  readonly type: string;
  readonly namespace: string;
  /** Encoded IssuerSignedItems by the name of their element. */
  readonly items: ReadonlyMap<string, Buffer>;
  readonly issuerAuth: unknown[];
  readonly device: Device;
}

const day = (text: string) => new Tag(1004, text);
const time = (text: string) => new Tag(0, text);

/** Issues an mdoc (ISO/IEC 18013-5, 9.1.2) to a device. */
export function issueMdoc(
  by: Pick<State, 'signer'>,
  holder: CredentialHolder,
  device: Device,
  options: MdocOptions = {},
): HeldMdoc {
  const { type = 'org.iso.18013.5.1.mDL', namespace = 'org.iso.18013.5.1' } = options;
  const { signed = '2026-01-01T00:00:00Z', from = signed, until = '2027-01-01T00:00:00Z' } = options;
  const elements = {
    family_name: holder.surname,
    given_name: holder.givenNames,
    birth_date: day(holder.birth),
    issue_date: day('2025-12-10'),
    expiry_date: day(holder.expiry),
    issuing_country: holder.country,
    document_number: holder.number,
    age_over_18: true,
    ...(holder.portrait && { portrait: holder.portrait }),
    ...options.more,
  };
  const items = new Map(
    Object.entries(elements).map(([name, value], digestID) => [
      name,
      writeCbor({ digestID, random: randomBytes(32), elementIdentifier: name, elementValue: value }),
    ]),
  );
  const digests = new Map(
    [...items.values()].map((item, i) => [
      i,
      createHash('sha256')
        .update(writeCbor(new Tag(24, item)))
        .digest(),
    ]),
  );
  const [x, y] = [device.jwk.x, device.jwk.y].map((part) => Buffer.from(part, 'base64url'));
  const object = {
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: { [namespace]: digests },
    deviceKeyInfo: {
      deviceKey: new Map<number, unknown>([
        [1, 2],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    },
    docType: type,
    ...(options.status !== undefined && { status: options.status }),
    validityInfo: { signed: time(signed), validFrom: time(from), validUntil: time(until) },
  };
  const payload = writeCbor(new Tag(24, writeCbor(object)));
  const { certificate, signing } = by.signer;
  return { type, namespace, items, issuerAuth: coseSign1(signing.privateKey, payload, { certificate }), device };
}

/** An SD-JWT VC in a wallet: the issuer's JWT, and a disclosure of each claim. */
export interface HeldSdJwt {
  readonly issued: string;
  readonly disclosures: Readonly<Record<string, string>>;
  readonly device: Device;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWS in its compact form with ES256. */
export function jws(privateKey: KeyObject, header: object, payload: object): string {
  const signed = `${base64url({ alg: 'ES256', ...header })}.${base64url(payload)}`;
  return `${signed}.${es256(privateKey, Buffer.from(signed)).toString('base64url')}`;
}

export interface SdJwtOptions {
  readonly type?: string;
  /** Unix seconds. */
  readonly iat?: number;
  readonly exp?: number;
  /** False for a JWT without certificates, whose issuer is known by its name. */
  readonly x5c?: false;
  /** Reference to a list of revoked credentials (Token Status List). */
  readonly status?: unknown;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Issues person identification data as an SD-JWT VC to a device. */
export function issueSdJwt(
  by: Pick<State, 'signer'>,
  holder: CredentialHolder,
  device: Device,
  options: SdJwtOptions = {},
): HeldSdJwt {
  const { type = 'urn:eudi:pid:1', iat = 1_767_225_600, exp = 1_798_761_600 } = options;
  const claims = {
    family_name: holder.surname,
    given_name: holder.givenNames,
    birthdate: holder.birth,
    date_of_expiry: holder.expiry,
    document_number: holder.number,
    ...(holder.portrait && { picture: `data:image/jpeg;base64,${Buffer.from(holder.portrait).toString('base64')}` }),
    ...options.more,
  };
  const disclosures = Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      base64url([randomBytes(16).toString('base64url'), name, value]),
    ]),
  );
  const payload = {
    iss: 'https://pid.example',
    vct: type,
    iat,
    exp,
    issuing_country: holder.country,
    cnf: { jwk: { kty: 'EC', crv: 'P-256', ...device.jwk } },
    ...(options.status !== undefined && { status: options.status }),
    _sd_alg: 'sha-256',
    _sd: Object.values(disclosures).map((text) => createHash('sha256').update(text).digest('base64url')),
  };
  const { certificate, signing } = by.signer;
  const header = { typ: 'dc+sd-jwt', ...(options.x5c !== false && { x5c: [certificate.toString('base64')] }) };
  return { issued: jws(signing.privateKey, header, payload), disclosures, device };
}
