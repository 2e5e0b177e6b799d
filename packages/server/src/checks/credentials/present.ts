import { ageStated, type Credential, type CredentialResult, saysAgeAlone } from '@bonafide/verification';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type AskedCredential, findCredential, useChallenge } from '../../media/challenge.ts';
import { forClient, laneOf } from '../../media/for-client.ts';
import type { Media, MediaData } from '../../media/media.ts';
import { PendingUpload } from '../../media/pending-upload.ts';
import { hasEnoughMedia } from '../../media/sdk-allowance.ts';
import { addMedia } from '../../media/upload.ts';
import { credentialJson, type PresentedCredential } from '../../media-files/credential.ts';
import { STATUS_REASONS } from '../../media-files/credential-status.ts';
import { receive } from '../../media-files/receive.ts';
import { uploadRules } from '../../media-files/rules.ts';
import type { BrowserFacts, RequestFacts } from './facts.ts';
import { isoHandover, openIsoAnswer } from './iso-mdoc.ts';
import { trustedIssuers } from './issuers.ts';
import { collectedAnswer, type LinkFacts, responseUriOf } from './link.ts';
import { openAnswer, type Presentation, refused } from './open-answer.ts';
import { credentialProtocols, ISO_MDOC } from './protocols.ts';
import { thumbprintOf } from './request.ts';
import { credentialStatus } from './status-lists.ts';
import { testIssuer } from './test-issuer.ts';

/** An answer of a wallet, as the page got it from the browser. */
interface Answer {
  readonly id: string;
  readonly protocol: string;
  readonly data: unknown;
  /** Origin of the page that hands the answer in; undefined for apps. */
  readonly origin: string | undefined;
  readonly facts: Pick<MediaData, 'sender'>;
}

/** The answer to a link, which the wallet posted and the applicant's page collects. */
interface Collected extends Pick<Answer, 'id' | 'facts'> {
  /** The code that the wallet brought to the page; undefined where the wallet is on another device. */
  readonly responseCode: string | undefined;
}

/**
 * Verifies the credential in an answer of the applicant's wallet, and adds it as a document. Each request takes one. Throws
 * `validation_error` with the reason under `credential`, or for the id of a request that is unknown, used, expired, or of another
 * applicant, account or environment.
 */
export async function presentCredential(ctx: Ctx, applicantId: string, answer: Answer): Promise<Media> {
  const { id, protocol, data, origin, facts } = answer;
  const { request } = await openRequest<BrowserFacts>(ctx, applicantId, id, 'origin');
  if (!credentialProtocols.some((known) => known === protocol)) throw refused('protocol is not supported');
  if (origin !== undefined && origin !== request.origin) throw refused('is not bound to this request');
  const { response } = Object(data) as { response?: unknown };
  const open = () => (protocol === ISO_MDOC ? openIsoAnswer(response, request) : openAnswer(response, request));
  const handover =
    protocol === ISO_MDOC
      ? isoHandover(request)
      : { origin: request.origin, nonce: request.nonce, keyThumbprint: thumbprintOf(request.key) };
  return addCredential(ctx, applicantId, { id, request, open, handover, facts });
}

/** Verifies the credential that a wallet posted in answer to a link, and adds it as a document, as `presentCredential` does. */
export async function collectCredential(ctx: Ctx, applicantId: string, collected: Collected): Promise<Media> {
  const { id, responseCode, facts } = collected;
  const asked = await openRequest<LinkFacts>(ctx, applicantId, id, 'link');
  const { request } = asked;
  const response = collectedAnswer(asked, responseCode);
  const { nonce, key, link } = request;
  const responseUri = responseUriOf(request);
  const handover = { clientId: link.clientId, nonce, keyThumbprint: thumbprintOf(key), responseUri };
  return addCredential(ctx, applicantId, {
    id,
    request,
    open: () => openAnswer(response, request),
    handover,
    facts,
    ...(link.returnTo === null && { crossDevice: true }),
  });
}

/**
 * The open request under an id.
 *
 * @param mark property that only requests by the same way have
 */
async function openRequest<T extends RequestFacts>(
  ctx: Ctx,
  applicantId: string,
  id: string,
  mark: keyof T & string,
): Promise<AskedCredential<T>> {
  const asked = await findCredential<T>(ctx, applicantId, id);
  if (!(mark in asked.request)) throw invalid({ id: ['is unknown'] });
  if (asked.isUsed) throw invalid({ id: ['has been used already'] });
  if (asked.isExpired) throw invalid({ id: ['has expired'] });
  return asked;
}

interface Received extends Pick<Answer, 'id' | 'facts'>, Pick<PresentedCredential, 'handover' | 'crossDevice'> {
  readonly request: RequestFacts;
  /** Decrypts the answer. Throws `validation_error`. */
  open(): Promise<Presentation>;
}

/** Verifies the credential in an encrypted response, and adds it as a document. Throws `validation_error`. */
async function addCredential(
  ctx: Ctx,
  applicantId: string,
  { id, request, open, handover, crossDevice, facts }: Received,
): Promise<Media> {
  if (await hasEnoughMedia(ctx, applicantId)) throw refused('is one too many');
  const presentation = await open();
  const presented = { ...presentation, handover, presentedAt: ctx.now(), ...(crossDevice && { crossDevice }) };
  const result = await verifyCredential(ctx, applicantId, presented);
  if (result.result === 'refused') throw refused(result.reason);
  await needNotRevoked(ctx, result);
  const { portrait, data: read } = result;
  const fault = faultOf(result, request);
  if (fault !== undefined) throw refused(fault);
  const upload = await storeFile(ctx, credentialJson({ ...presented, portrait }));
  try {
    return await addMedia(ctx, {
      kind: 'document',
      applicantId,
      upload,
      quality: false,
      facts: {
        ...facts,
        type: read.documentType ?? 'unknown',
        side: null,
        issuing_country: read.issuingCountry ?? result.issuer,
        location: null,
        credential: true,
      },
      also: (tx) => useChallenge(ctx, tx, id),
    });
  } finally {
    await upload.discardUnclaimed();
  }
}

/** The reason why a verified credential is not what the request asked for; undefined if it is. */
function faultOf(credential: Credential, { ageOver }: RequestFacts): string | undefined {
  const { portrait, ages, data } = credential;
  if (ageOver !== undefined) {
    if (!saysAgeAlone(credential)) return 'discloses more than the request asks for';
    return ageStated(ages, ageOver) === null ? `does not say whether the holder is ${ageOver} or older` : undefined;
  }
  if (!portrait) return 'lacks portrait';
  return !(data.surname || data.givenNames) || !data.dateOfBirth ? 'lacks name or date of birth' : undefined;
}

/** Verifies a presented credential in a process apart, with the issuers that the operator trusts now. */
async function verifyCredential(
  ctx: Ctx,
  applicantId: string,
  { format, presentation, types, handover, presentedAt }: Omit<PresentedCredential, 'portrait'>,
): Promise<CredentialResult> {
  const test = testIssuer(ctx);
  const issuers = [...(await trustedIssuers(ctx.services)), ...(test ? [test.trusted] : [])];
  const trust = { issuers, types, now: presentedAt };
  const task = { format, presentation, handover, trust };
  return forClient(ctx.services.decoder.run('credential', task, { lane: laneOf(ctx, applicantId) }));
}

/** Throws `validation_error` for a credential that its issuer has revoked or suspended, by a loaded list. */
async function needNotRevoked({ services }: Ctx, { status: reference, issuer: country }: Credential): Promise<void> {
  if (reference === null || reference === 'unreadable') return;
  const { status } = await credentialStatus(services, { reference, country }, await trustedIssuers(services));
  if (status === 'revoked' || status === 'suspended') throw refused(STATUS_REASONS[status]);
}

async function storeFile(ctx: Ctx, bytes: Buffer): Promise<PendingUpload> {
  const mediaId = ctx.services.ids.uuid();
  const fileName = 'credential.json';
  const { storage, uploadMemory: memory } = ctx.services;
  const source = (async function* () {
    yield bytes;
  })();
  const file = await receive(source, {
    storage,
    memory,
    account: ctx.account_id,
    mediaId,
    rules: uploadRules.document,
    claimedType: 'application/json',
    fileName,
    named: true,
  });
  return new PendingUpload(storage, { mediaId, fileName, file });
}
