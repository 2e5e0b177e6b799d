import { createHash, X509Certificate } from 'node:crypto';
import { CompactEncrypt, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose';
import type { HeldMdoc, HeldSdJwt } from '../../../../../verification/src/credential/testing/issuer.ts';
import {
  type PresentOptions,
  presentMdoc,
  presentSdJwt,
  type WalletRequest,
} from '../../../../../verification/src/credential/testing/wallet.ts';

/** A request of the service as the page gets it. */
export interface AskedCredential {
  readonly id: string;
  readonly requests: readonly {
    readonly protocol: string;
    readonly data: RequestData | { readonly request: string };
  }[];
}

interface RequestData {
  readonly nonce: string;
  readonly dcql_query: {
    readonly credentials: readonly {
      readonly id: string;
      readonly meta: { readonly doctype_value?: string; readonly vct_values?: readonly string[] };
      readonly claims: readonly { readonly path: readonly string[] }[];
    }[];
  };
  readonly client_metadata: { readonly jwks: { readonly keys: readonly JWK[] } };
}

export interface WalletOptions extends PresentOptions {
  /** Origin that the browser tells the wallet. */
  readonly origin: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** Changes what the wallet believes that it was asked. */
  readonly believe?: Partial<WalletRequest>;
  /** Key that the answer is encrypted for; default: the request's. */
  readonly encryptFor?: JWK;
}

/** The contents of a signed request, if its certificate signed it and is what `client_id` names. */
async function openSigned(request: string, now: number) {
  const { x5c, typ } = decodeProtectedHeader(request);
  const leaf = new X509Certificate(Buffer.from(x5c![0]!, 'base64'));
  const { payload } = await jwtVerify(request, leaf.publicKey, {
    audience: 'https://self-issued.me/v2',
    currentDate: new Date(now),
  });
  const hash = createHash('sha256').update(leaf.raw).digest('base64url');
  const facts = { typ, client_id: payload.client_id };
  const wanted = { typ: 'oauth-authz-req+jwt', client_id: `x509_hash:${hash}` };
  if (JSON.stringify(facts) !== JSON.stringify(wanted)) throw new Error(`Refused: ${JSON.stringify(facts)}`);
  return payload as unknown as RequestData & Readonly<Record<string, unknown>>;
}

/** The contents of a signed request for the page of an origin. */
async function openForPage(request: string, { origin, now }: WalletOptions): Promise<RequestData> {
  const { expected_origins, ...data } = await openSigned(request, now);
  if (!(expected_origins as string[]).includes(origin)) throw new Error('Refused: the page is not expected');
  return data;
}

/** The encrypted response to a request (`response` of OpenID4VP). */
async function responseTo(
  data: RequestData,
  held: HeldMdoc | HeldSdJwt,
  request: WalletRequest,
  { now, encryptFor, ...options }: Omit<WalletOptions, 'origin' | 'believe'>,
): Promise<string> {
  const jwk = data.client_metadata.jwks.keys[0]!;
  const isMdoc = 'items' in held;
  const { credentials } = data.dcql_query;
  const asked =
    credentials.find(({ meta }) => (isMdoc ? meta.doctype_value === held.type : meta.vct_values?.length === 1)) ??
    credentials[0]!;
  const disclose = asked.claims.map(({ path }) => path.at(isMdoc ? 1 : 0)!);
  const presentation = isMdoc
    ? presentMdoc(held, request, { disclose: disclose.filter((name) => held.items.has(name)), ...options }).toString(
        'base64url',
      )
    : presentSdJwt(held, request, {
        iat: Math.floor(now / 1000),
        disclose: disclose.filter((name) => name in held.disclosures),
      });
  const plaintext = Buffer.from(JSON.stringify({ vp_token: { [asked.id]: [presentation] } }));
  return new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid! })
    .encrypt(await importJWK(encryptFor ?? jwk, 'ECDH-ES'));
}

/** The answer of `navigator.credentials.get` with a wallet that holds a credential, as the page posts it. */
export async function answerOf(
  { id, requests }: AskedCredential,
  held: HeldMdoc | HeldSdJwt,
  walletOptions: WalletOptions,
) {
  const { origin, believe, ...options } = walletOptions;
  const { protocol, data: sent } = requests[0]!;
  const data = 'request' in sent ? await openForPage(sent.request, walletOptions) : sent;
  const jwk = data.client_metadata.jwks.keys[0]!;
  const request: WalletRequest = { origin, nonce: data.nonce, jwk: jwk as WalletRequest['jwk'], ...believe };
  return { id, protocol, data: { response: await responseTo(data, held, request, options) } };
}

/** A link as the wallet opens it: the parameters of an Authorization Request. */
export function readLink(url: string) {
  const { protocol, searchParams } = new URL(url);
  const [clientId, requestUri] = ['client_id', 'request_uri'].map((name) => searchParams.get(name)!);
  return { protocol, clientId: clientId!, requestUri: requestUri!, method: searchParams.get('request_uri_method') };
}

/** Reads the signed request of a link, which must be of the sender that the link names. */
export async function openLinkRequest(
  request: string,
  { clientId, now }: { readonly clientId: string; readonly now: number },
) {
  const data = await openSigned(request, now);
  if (data.client_id !== clientId) throw new Error('Refused: the link names another sender');
  return data;
}

/** The body that a wallet with a credential posts in answer to the signed request of a link. */
export async function responseOf(
  data: Awaited<ReturnType<typeof openLinkRequest>>,
  held: HeldMdoc | HeldSdJwt,
  { believe, ...options }: Omit<WalletOptions, 'origin'>,
): Promise<URLSearchParams> {
  const jwk = data.client_metadata.jwks.keys[0] as WalletRequest['jwk'];
  const sent = { clientId: String(data.client_id), responseUri: String(data.response_uri) };
  const response = await responseTo(data, held, { ...sent, nonce: data.nonce, jwk, ...believe }, options);
  return new URLSearchParams({ response });
}
