import { type CredentialResult, type Handover, MAX_CREDENTIAL_BYTES } from '@bonafide/verification';
import { invalid, type Problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { openCredential, useChallenge } from '../../media/challenge.ts';
import { forClient, laneOf } from '../../media/for-client.ts';
import type { Media, MediaData } from '../../media/media.ts';
import { PendingUpload } from '../../media/pending-upload.ts';
import { hasEnoughMedia } from '../../media/sdk-allowance.ts';
import { addMedia } from '../../media/upload.ts';
import { credentialJson, type PresentedCredential } from '../../media-files/credential.ts';
import { receive } from '../../media-files/receive.ts';
import { uploadRules } from '../../media-files/rules.ts';
import { trustedIssuers } from './issuers.ts';
import { type CredentialRequest, credentialProtocols, thumbprintOf } from './request.ts';
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

const refused = (reason: string): Problem => invalid({ credential: [reason] });

/**
 * Verifies the credential in an answer of the applicant's wallet, and adds it as a document. Each request takes one. Throws
 * `validation_error` with the reason under `credential`, or for the id of a request that is unknown, used, expired, or of another
 * applicant, account or environment.
 */
export async function presentCredential(ctx: Ctx, applicantId: string, answer: Answer): Promise<Media> {
  const { id, protocol, data, origin, facts } = answer;
  const request = await openCredential<CredentialRequest>(ctx, applicantId, id);
  if (!credentialProtocols.some((known) => known === protocol)) throw refused('protocol is not supported');
  if (origin !== undefined && origin !== request.origin) throw refused('is not bound to this request');
  if (await hasEnoughMedia(ctx, applicantId)) throw refused('is one too many');
  const presented = await openAnswer(data, request);
  const presentedAt = ctx.now();
  const handover = { origin: request.origin, nonce: request.nonce, keyThumbprint: thumbprintOf(request.key) };
  const result = await verifyCredential(ctx, applicantId, { ...presented, handover, presentedAt });
  if (result.result === 'refused') throw refused(result.reason);
  const { portrait, data: read } = result;
  if (!portrait) throw refused('lacks portrait');
  if (!(read.surname || read.givenNames) || !read.dateOfBirth) throw refused('lacks name or date of birth');
  const bytes = credentialJson({ ...presented, handover, presentedAt, portrait });
  const upload = await storeFile(ctx, bytes);
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

type Presented = Pick<PresentedCredential, 'format' | 'presentation' | 'types'>;

/** The one presentation in an encrypted answer. Throws `validation_error`. */
async function openAnswer(data: unknown, { key, types }: CredentialRequest): Promise<Presented> {
  const { compactDecrypt, importJWK } = await import('jose');
  const { response } = Object(data) as { response?: unknown };
  if (typeof response !== 'string') throw refused('is not encrypted');
  let token: unknown;
  try {
    const { plaintext } = await compactDecrypt(response, await importJWK(key, 'ECDH-ES'), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM', 'A128GCM'],
    });
    token = (Object(JSON.parse(Buffer.from(plaintext).toString('utf8'))) as { vp_token?: unknown }).vp_token;
  } catch {
    throw refused('is not bound to this request');
  }
  const [[id, list] = [], ...more] = Object.entries(Object(token));
  const type = id !== undefined && Object.hasOwn(types, id) ? types[id] : undefined;
  const presentation: unknown = Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  if (more.length > 0 || type === undefined || typeof presentation !== 'string')
    throw refused('is not a credential that the request asks for');
  if (presentation.length > 2 * MAX_CREDENTIAL_BYTES) throw refused('is too large');
  return { presentation, types: [type], format: presentation.includes('~') ? 'dc+sd-jwt' : 'mso_mdoc' };
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
  const task = { format, presentation, handover: handover as Handover, trust };
  return forClient(ctx.services.decoder.run('credential', task, { lane: laneOf(ctx, applicantId) }));
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
