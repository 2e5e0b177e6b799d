import { getApplicant } from '../applicants/get.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { type FieldErrors, invalid, problem } from '../base/errors.ts';
import { randomOf } from '../base/random.ts';
import { Ctx } from '../context/ctx.ts';
import { addressPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { orNull } from '../media-files/byte-reader.ts';
import { listOrBase64 } from '../media-files/chip.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import {
  answerChallenge,
  findChallenge,
  findChallengeAnywhere,
  insertChallenge,
  markChallengeUsed,
} from '../store/queries/challenges.ts';
import type { ChallengeRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { forClient, laneOf } from './for-client.ts';
import type { Challenge, MediaData } from './media.ts';

/**
 * Milliseconds for which a challenge can be answered, from its request until its video is stored: 20 s of film, a second look at
 * it, and an upload that may take the five minutes of a request; then as long again. An attacker who makes a film for it has no
 * more time.
 */
export const CHALLENGE_MS = 15 * MINUTE_MS;

/**
 * Asks an applicant for three digits to recite and a turn to make, in either order (contract 6.5). Throws
 * `resource_not_found`, `gone`.
 */
export const askChallenge = (ctx: Ctx, applicantId: string): Promise<Asked<Challenge[]>> =>
  ask(ctx, applicantId, randomChallenge());

/** Bytes of a challenge for active authentication: RND.IFD (ICAO Doc 9303-11, 6.1.1). */
const CHIP_CHALLENGE_BYTES = 8;

/** The challenge that the chip of a document answers, as the document stores it. */
export type ChipChallenge = Pick<MediaData, 'chip_challenge' | 'chip_terminal_key'>;

/** A challenge for the chip of a document. All bytes are base64. */
export interface AskedOfChip {
  readonly id: string;
  /** Bytes that the chip signs. */
  readonly challenge: string;
  /** Commands of chip authentication; null where data group 14 was not given or offers none. */
  readonly chip_authentication: { commands: string[]; proof: string } | null;
}

/** Most bytes of data group 14, several times what chips hold. */
const MAX_GROUP = 8192;

/** Data group 14 in the body; undefined without one. Throws `validation_error`. */
export function dataGroup14In(body: unknown): Buffer | undefined {
  const { dg14 } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (dg14 === undefined || dg14 === null) return undefined;
  const bytes = orNull(() => listOrBase64(dg14));
  if (!bytes || bytes.length > MAX_GROUP)
    throw invalid({ dg14: ['must be an array of bytes from -128 to 255, or base64'] });
  return bytes;
}

/**
 * Issues a challenge for the chip of the applicant's document. Throws `resource_not_found`, `gone`, and `unavailable` where no process could
 * read data group 14.
 *
 * @param dg14 data group 14 of the chip, for chip authentication
 */
export async function askChipChallenge(ctx: Ctx, applicantId: string, dg14?: Buffer): Promise<AskedOfChip> {
  await getApplicant(ctx, applicantId);
  const lane = laneOf(ctx, applicantId);
  const task = dg14 ? await forClient(ctx.services.decoder.run('chipTask', { dg14 }, { lane })) : null;
  const challenge = randomOf(CHIP_CHALLENGE_BYTES).toString('base64');
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const stored: ChipChallenge = {
    chip_challenge: challenge,
    ...(task && { chip_terminal_key: base64(task.terminalKey) }),
  };
  const chip_authentication = task && { commands: task.commands.map(base64), proof: base64(task.proof) };
  const { id, shown } = await ask(ctx, applicantId, sealing(ctx, stored), { challenge, chip_authentication });
  return { id, ...shown };
}

/**
 * Stores what the applicant's wallet is asked, sealed, until it answers under the id. Throws `resource_not_found`, `gone`.
 *
 * @param request or makes it for its id
 */
export const askCredential = (
  ctx: Ctx,
  applicantId: string,
  request: object | ((id: string) => object),
): Promise<Asked<Sealed>> => ask(ctx, applicantId, sealing(ctx, request));

const sealing =
  (ctx: Ctx, request: object | ((id: string) => object)) =>
  (id: string): Sealed => {
    const sealed = ctx.vault.seal(id, typeof request === 'function' ? request(id) : request);
    return { sealed: sealed.toString('base64') };
  };

/** A request for a credential or a challenge of a chip, sealed for its row. */
interface Sealed {
  readonly sealed: string;
}

/** A challenge that was stored for an applicant. */
interface Asked<T, Shown = undefined> {
  readonly id: string;
  readonly challenge: T;
  readonly shown: Shown;
}

/** Stores a challenge. `shown` is what the applicant's device gets of a sealed one. */
async function ask<T extends Challenge[] | Sealed, Shown = undefined>(
  ctx: Ctx,
  applicantId: string,
  asked: T | ((id: string) => T),
  shown?: Shown,
): Promise<Asked<T, Shown>> {
  await getApplicant(ctx, applicantId);
  const id = ctx.services.ids.uuid();
  const challenge = typeof asked === 'function' ? asked(id) : asked;
  const text = JSON.stringify(challenge);
  return ctx.transaction(async (tx) => {
    if (!(await tx.lock({ activeApplicant: applicantId })).activeApplicant) throw problem('gone');
    await tx.run(insertChallenge, { id, applicant_id: applicantId, created_at: ctx.now(), asked: text });
    return { id, challenge, shown: shown as Shown };
  });
}

function randomChallenge(): Challenge[] {
  const bytes = randomOf(14);
  // Of 2^32 numbers the first six make 0 to 5 more likely, by less than one in 10^8.
  const recite: Challenge = { type: 'recite', query: [0, 4, 8].map((at) => bytes.readUInt32BE(at) % 10) };
  const movement: Challenge = { type: 'movement', query: bytes[12]! & 1 ? 'turnLeft' : 'turnRight' };
  return bytes[13]! & 1 ? [recite, movement] : [movement, recite];
}

/** The challenge of a live video that an applicant may answer under an id, or what is wrong with the id. */
export async function openChallenge(
  ctx: Ctx,
  applicantId: string,
  id: string,
): Promise<{ asked: Challenge[]; wrong?: never } | { asked?: never; wrong: FieldErrors }> {
  const { asked, wrong } = await open(ctx, applicantId, id);
  if (wrong) return { wrong };
  return Array.isArray(asked) ? { asked } : { wrong: unknown };
}

/** The challenge that the chip of an applicant's document may answer under an id. Throws `validation_error`. */
export async function openChipChallenge(ctx: Ctx, applicantId: string, id: string): Promise<ChipChallenge> {
  const { asked, wrong } = await open(ctx, applicantId, id);
  // Challenges of the version before are a string.
  if (typeof asked === 'string') return { chip_challenge: asked };
  const opened = asked && 'sealed' in asked ? openSealed<Partial<ChipChallenge>>(ctx, id, asked) : {};
  if (opened.chip_challenge === undefined) throw invalid(wrong ?? unknown);
  return opened;
}

const openSealed = <T>(ctx: Ctx, id: string, { sealed }: Sealed): T =>
  ctx.vault.open<T>(id, Buffer.from(sealed, 'base64'));

/** A request for a credential, and what came of it. */
export interface AskedCredential<T> {
  readonly ctx: Ctx;
  readonly id: string;
  readonly request: T;
  /** The stored answer of the wallet; null until it has answered. */
  readonly answer: unknown;
  /** True once the answer has become a document. */
  readonly isUsed: boolean;
  readonly isExpired: boolean;
}

/** The request for a credential of an applicant under an id. Throws `validation_error` under `id` for an unknown id. */
export async function findCredential<T>(ctx: Ctx, applicantId: string, id: string): Promise<AskedCredential<T>> {
  const row = await ctx.read.first(findChallenge, { id, applicant_id: applicantId });
  const found = row && credentialIn<T>(ctx, row);
  if (!found) throw invalid({ id: ['is unknown'] });
  return found;
}

/** The request for a credential under an id of any account, for wallets, which have no token; undefined for an unknown id. */
export async function findCredentialAnywhere<T>(
  services: Services,
  id: string,
): Promise<AskedCredential<T> | undefined> {
  const row = await services.store.system.first(findChallengeAnywhere, { id });
  const account = row && (await services.accounts.find(row.account_id));
  if (!account) return undefined;
  const ctx = new Ctx(services, account, row.environment, addressPrincipal(row));
  const applicant = ctx.sandbox ? await ctx.read.first(findApplicant, { id: row.applicant_id }) : undefined;
  if (applicant) await ctx.enter(applicant);
  return credentialIn<T>(ctx, row);
}

function credentialIn<T>(ctx: Ctx, row: ChallengeRow): AskedCredential<T> | undefined {
  const { id, answer, used_at, created_at } = row;
  const asked: unknown = JSON.parse(row.asked);
  if (asked === null || typeof asked !== 'object' || !('sealed' in asked)) return undefined;
  const request = openSealed<T>(ctx, id, asked as Sealed);
  if ('chip_challenge' in (request as object)) return undefined;
  const isExpired = ctx.now() >= created_at + CHALLENGE_MS;
  return { ctx, id, request, answer: answer && JSON.parse(answer), isUsed: used_at !== null, isExpired };
}

/** Stores the answer of a wallet to a request, the first one alone. Throws `validation_error` for others. */
export async function storeAnswer(
  { ctx, id }: Pick<AskedCredential<unknown>, 'ctx' | 'id'>,
  answer: object,
): Promise<void> {
  const stored = await ctx.transaction((tx) => tx.run(answerChallenge, { id, answer: JSON.stringify(answer) }));
  if (stored === 0) throw invalid({ response: ['has been sent already'] });
}

/** The transaction that uses a challenge decides whether it was used before, so that a request which is sent again passes. */
async function open(
  ctx: Ctx,
  applicantId: string,
  id: string,
): Promise<{ asked: Challenge[] | string | Sealed; wrong?: never } | { asked?: never; wrong: FieldErrors }> {
  const row = await ctx.read.first(findChallenge, { id, applicant_id: applicantId });
  if (!row) return { wrong: unknown };
  if (ctx.now() >= row.created_at + CHALLENGE_MS) return { wrong: row.used_at === null ? expired : alreadyUsed };
  return { asked: JSON.parse(row.asked) as Challenge[] | string | Sealed };
}

const unknown: FieldErrors = { challenge_id: ['is unknown'] };

const alreadyUsed: FieldErrors = { challenge_id: ['has been used already'] };

const expired: FieldErrors = { challenge_id: ['has expired'] };

/** Uses a challenge up, in the transaction that writes the upload which answers it. Throws `validation_error` when another was first. */
export async function useChallenge(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
  if ((await tx.run(markChallengeUsed, { id, used_at: ctx.now() })) === 0) throw invalid(alreadyUsed);
}
