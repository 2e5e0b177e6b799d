import { createHash } from 'node:crypto';
import { CREDENTIAL_TYPES, type CredentialType } from '@bonafide/verification';
import { randomOf } from '../../base/random.ts';
import type { Ctx } from '../../context/ctx.ts';
import { askCredential } from '../../media/challenge.ts';
import { pathsOf } from './elements.ts';
import type { BrowserFacts, RequestFacts } from './facts.ts';
import { isoRequests } from './iso-mdoc.ts';
import type { BrowserRequest } from './protocols.ts';

/** Types of documents that credentials can stand for. */
export const credentialDocumentTypes = ['driving_licence', 'national_identity_card', 'passport'] as const;
export type CredentialDocumentType = CredentialType['documentType'];

/** Bytes of a nonce. OpenID4VP asks for 16 at least. */
const NONCE_BYTES = 32;

/** A question to a wallet. */
export interface CredentialQuestion {
  readonly documentTypes: readonly CredentialDocumentType[];
  /** Age that the wallet is asked for, and nothing else; undefined for whole documents. */
  readonly ageOver?: number | undefined;
}

/** The query of one type (OpenID4VP 1.0, 6). */
function queryOf(id: string, name: string, type: CredentialType, ageOver: number | undefined) {
  const { format, namespace } = type;
  const claims = pathsOf(name, type, ageOver).map((path) =>
    format === 'mso_mdoc' ? { path: [namespace, ...path], intent_to_retain: true } : { path },
  );
  return { id, format, meta: format === 'mso_mdoc' ? { doctype_value: name } : { vct_values: [name] }, claims };
}

/** The facts of a new request for a credential that stands for one of the types of documents. */
export async function newRequest({ documentTypes, ageOver }: CredentialQuestion): Promise<RequestFacts> {
  const { exportJWK, generateKeyPair } = await import('jose');
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const asked = Object.entries(CREDENTIAL_TYPES).filter(([, { documentType }]) => documentTypes.includes(documentType));
  return {
    nonce: randomOf(NONCE_BYTES).toString('base64url'),
    key: (await exportJWK(privateKey)) as Record<'kty' | 'crv' | 'x' | 'y' | 'd', string>,
    types: Object.fromEntries(asked.map(([name], i) => [`c${i}`, name])),
    ...(ageOver !== undefined && { ageOver }),
  };
}

/** Algorithms of signatures in mdocs, by their number in COSE. */
const COSE_ALGORITHMS = [-7, -9, -35, -51, -36, -52, -8, -19];

/** Parameters of a request that don't depend on its way to the wallet (OpenID4VP 1.0, 5). */
export function parametersOf(id: string, { nonce, key, types, ageOver }: RequestFacts): Record<string, unknown> {
  const { d, ...publicKey } = key;
  const queries = Object.entries(types).map(([query, name]) => queryOf(query, name, CREDENTIAL_TYPES[name]!, ageOver));
  return {
    response_type: 'vp_token',
    nonce,
    dcql_query: { credentials: queries, credential_sets: [{ options: queries.map((query) => [query.id]) }] },
    client_metadata: {
      jwks: { keys: [{ ...publicKey, use: 'enc', alg: 'ECDH-ES', kid: id }] },
      encrypted_response_enc_values_supported: ['A256GCM', 'A128GCM'],
      vp_formats_supported: {
        mso_mdoc: { issuerauth_alg_values: COSE_ALGORITHMS, deviceauth_alg_values: COSE_ALGORITHMS },
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'], 'kb-jwt_alg_values': ['ES256'] },
      },
    },
  };
}

/**
 * Asks the wallet of an applicant for a credential, by the page of an origin. The request is good for one answer within 15 minutes.
 * Throws `resource_not_found`, `gone`.
 */
export async function requestCredential(
  ctx: Ctx,
  applicantId: string,
  { origin, ...question }: CredentialQuestion & { readonly origin: string },
): Promise<{ readonly id: string; readonly requests: BrowserRequest[] }> {
  const request: BrowserFacts = { ...(await newRequest(question)), origin };
  const { id } = await askCredential(ctx, applicantId, request);
  const data = { ...parametersOf(id, request), response_mode: 'dc_api.jwt' };
  const unsigned: BrowserRequest = { protocol: 'openid4vp-v1-unsigned', data };
  const { mdocReader, walletReader: reader } = ctx.services;
  const mdocs = isoRequests(request, mdocReader);
  if (!reader) return { id, requests: [unsigned, ...mdocs] };
  // The browser gives a wallet the first request that the wallet supports.
  const signed = { request: await reader.sign({ ...data, expected_origins: [origin] }) };
  return { id, requests: [{ protocol: 'openid4vp-v1-signed', data: signed }, unsigned, ...mdocs] };
}

/** SHA-256 thumbprint of a key over P-256 (RFC 7638). */
export function thumbprintOf({ crv, kty, x, y }: RequestFacts['key']): Buffer {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest();
}
