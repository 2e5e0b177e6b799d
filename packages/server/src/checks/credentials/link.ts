import { parse, stringify } from 'uuid';
import { isoSeconds } from '../../base/clock.ts';
import { invalid, problem } from '../../base/errors.ts';
import { randomOf } from '../../base/random.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import {
  type AskedCredential,
  askCredential,
  CHALLENGE_MS,
  findCredential,
  findCredentialAnywhere,
  storeAnswer,
} from '../../media/challenge.ts';
import type { RequestFacts } from './facts.ts';
import { openAnswer } from './open-answer.ts';
import { type CredentialQuestion, newRequest, parametersOf } from './request.ts';
import { linkSigner, testIssuer } from './test-issuer.ts';

/*
 * Requests for wallets without the browser's interface: a link on the phone that has the wallet, or a QR code for another device
 * (OpenID4VP 1.0 with HAIP 1.0, 5.1). The wallet gets a signed request, and posts an encrypted answer (`direct_post.jwt`).
 */

/** Ways to a wallet by a link: on the device of the page, or by a QR code on another one. */
const linkWays = ['same_device', 'cross_device'] as const;
export type LinkWay = (typeof linkWays)[number];

/** Paths of the requests of wallets. */
export const WALLET_PATH = '/wallet';

/** Scheme of links that wallets of the profile HAIP open. */
const SCHEME = 'haip-vp';

/** Bytes of a secret, as many as OpenID4VP asks of a nonce. */
const SECRET_BYTES = 16;
const UUID_BYTES = 16;

/** Stored facts of a request by a link. */
export interface LinkFacts extends RequestFacts {
  readonly link: {
    readonly clientId: string;
    /** Secret in the addresses of the request and its answer. */
    readonly secret: string;
    /** Address of the request, to which the wallet posts its answer too. */
    readonly address: string;
    /** Page to which the wallet leads the applicant back; null for a wallet on another device. */
    readonly returnTo: string | null;
    /** Secret that only the browser gets to which the wallet leads the applicant back (OpenID4VP 1.0, 14.2). */
    readonly responseCode: string;
  };
}

/** Address to which the wallet posts its answer. */
export const responseUriOf = ({ link }: LinkFacts): string => `${link.address}/response`;

/** The ways to a wallet by a link that an account has. Without a certificate that signs requests there are none. */
function linkWaysOf(ctx: Ctx): readonly LinkWay[] {
  const isTest = testIssuer(ctx) !== undefined;
  if (!ctx.services.walletReader && !isTest) return [];
  return isTest || ctx.account.settings.wallet_qr === 'on' ? linkWays : ['same_device'];
}

/** Ways to a wallet besides the requests of OpenID4VP by the browser. */
export interface WalletWays {
  readonly links: readonly LinkWay[];
  /** True if the service asks by `org-iso-mdoc`, too; absent without a certificate for it. */
  readonly isoMdoc?: true;
}

/** The ways to a wallet that an account has. */
export const walletWaysOf = (ctx: Ctx): WalletWays => ({
  links: linkWaysOf(ctx),
  ...(ctx.services.mdocReader && { isoMdoc: true }),
});

interface LinkOrder extends CredentialQuestion {
  /** Address under which the wallet reaches the service. */
  readonly address: string;
  /** Page to which the wallet leads the applicant back; null for a wallet on another device. */
  readonly returnTo: string | null;
}

/** A link that opens a wallet. */
export interface WalletLink {
  readonly id: string;
  readonly url: string;
  readonly expires_at: string;
}

/**
 * Asks the wallet of an applicant for a credential, by a link. The request is good for one answer within 15 minutes. Throws
 * `resource_not_found`, `gone`, and `validation_error` for a way that the account does not have.
 */
export async function requestByLink(ctx: Ctx, applicantId: string, order: LinkOrder): Promise<WalletLink> {
  const { address, returnTo } = order;
  const way = returnTo === null ? 'cross_device' : 'same_device';
  const signer = await linkSigner(ctx);
  if (!signer || !linkWaysOf(ctx).includes(way)) throw invalid({ device: ['is not offered to this account'] });
  const { clientId } = signer;
  const secret = randomOf(SECRET_BYTES).toString('base64url');
  const responseCode = randomOf(SECRET_BYTES).toString('base64url');
  const facts = await newRequest(order);
  const { id } = await askCredential(ctx, applicantId, (id) => {
    const link = {
      clientId,
      secret,
      address: `${address}${WALLET_PATH}/${tokenOf(id, secret)}`,
      returnTo,
      responseCode,
    };
    return { ...facts, link } satisfies LinkFacts;
  });
  const query = new URLSearchParams({
    client_id: clientId,
    request_uri: `${address}${WALLET_PATH}/${tokenOf(id, secret)}`,
    request_uri_method: 'post',
  });
  return { id, url: `${SCHEME}://?${query}`, expires_at: isoSeconds(ctx.now() + CHALLENGE_MS) };
}

/** Id and secret of a request in the shortest text that addresses hold: a QR code must stay small. */
const tokenOf = (id: string, secret: string): string =>
  Buffer.concat([parse(id), Buffer.from(secret, 'base64url')]).toString('base64url');

/** The open request at an address. Throws `resource_not_found`, and `gone` for a request that has expired or was answered. */
async function requestAt(services: Services, token: string): Promise<AskedCredential<LinkFacts>> {
  const bytes = Buffer.from(token, 'base64url');
  const found =
    bytes.length === UUID_BYTES + SECRET_BYTES &&
    (await findCredentialAnywhere<LinkFacts>(services, stringify(bytes, 0)));
  const secret = bytes.subarray(UUID_BYTES).toString('base64url');
  if (!found || !('link' in found.request) || !isSameSecret(found.request.link.secret, secret)) {
    throw problem('resource_not_found');
  }
  if (!found.ctx.account.settings.enabled) throw problem('account_disabled');
  if (found.isUsed || found.isExpired || found.answer !== null) {
    throw problem('gone', { message: 'The request has expired, or was answered already' });
  }
  return found;
}

/**
 * The signed request for the wallet at an address (RFC 9101), in its compact form. Throws as `requestAt` does.
 *
 * @param walletNonce by which the wallet knows that the request was made for it (OpenID4VP 1.0, 5.10)
 */
export async function signedRequest(services: Services, token: string, walletNonce?: string): Promise<string> {
  const { ctx, id, request } = await requestAt(services, token);
  const signer = await linkSigner(ctx);
  // The certificate was replaced meanwhile.
  if (signer?.clientId !== request.link.clientId) throw problem('gone', { message: 'The request is no longer valid' });
  const seconds = Math.floor(ctx.now() / 1000);
  return signer.sign({
    ...parametersOf(id, request),
    response_mode: 'direct_post.jwt',
    response_uri: responseUriOf(request),
    iat: seconds,
    exp: seconds + CHALLENGE_MS / 1000,
    ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
  });
}

/** Body that a wallet posts: an encrypted response, or an error without a response. */
export interface PostedAnswer {
  readonly response?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * Takes the answer of a wallet to the request at an address, once, until the applicant's page collects it. Only that page makes a document
 * of it. Throws as `requestAt` does, and `validation_error` for a response that is not encrypted for this request.
 *
 * @returns page to which the wallet must lead the applicant; null where the page waits on another device
 */
export async function takeAnswer(services: Services, token: string, posted: PostedAnswer): Promise<string | null> {
  const asked = await requestAt(services, token);
  const { returnTo, responseCode } = asked.request.link;
  const { response, error } = posted;
  if (response === undefined && error !== undefined) {
    await storeAnswer(asked, { declined: true });
    return returnTo;
  }
  await openAnswer(response, asked.request);
  await storeAnswer(asked, { response });
  return returnTo && `${returnTo}#${new URLSearchParams({ wallet_request: asked.id, response_code: responseCode })}`;
}

/** States of a request by a link. */
export const linkStates = ['waiting', 'answered', 'declined', 'presented', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];

/** The stored answer of a wallet. */
interface StoredAnswer {
  readonly response?: string;
}

/** The state of an applicant's request by a link. Throws `validation_error` under `id`. */
export async function linkState(ctx: Ctx, applicantId: string, id: string): Promise<LinkState> {
  const { request, answer, isUsed, isExpired } = await findCredential<LinkFacts>(ctx, applicantId, id);
  if (!('link' in request)) throw invalid({ id: ['is unknown'] });
  if (isUsed) return 'presented';
  if (isExpired) return 'expired';
  if (answer === null) return 'waiting';
  return (answer as StoredAnswer).response === undefined ? 'declined' : 'answered';
}

/**
 * The answer to an applicant's request by a link. A request whose wallet leads back needs the code that the wallet brought: the browser that
 * asked has it, and no other (OpenID4VP 1.0, 14.2). Throws `validation_error`.
 */
export function collectedAnswer({ request, answer }: AskedCredential<LinkFacts>, code: string | undefined): string {
  const { response } = (answer ?? {}) as StoredAnswer;
  if (response === undefined) throw invalid({ id: ['has no answer of a wallet'] });
  const { returnTo, responseCode } = request.link;
  if (returnTo !== null && (code === undefined || !isSameSecret(code, responseCode))) {
    throw invalid({ response_code: ['is not the code that the wallet brought to this session'] });
  }
  return response;
}
