import { getApplicant } from '../applicants/get.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { type FieldErrors, invalid, problem } from '../base/errors.ts';
import { randomOf } from '../base/random.ts';
import type { Ctx } from '../context/ctx.ts';
import { findChallenge, insertChallenge, markChallengeUsed } from '../store/queries/challenges.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Challenge } from './media.ts';

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

/** Issues a challenge that the chip of the applicant's document signs, base64. Throws `resource_not_found`, `gone`. */
export const askChipChallenge = (ctx: Ctx, applicantId: string): Promise<Asked<string>> =>
  ask(ctx, applicantId, randomOf(CHIP_CHALLENGE_BYTES).toString('base64'));

/**
 * Stores what the applicant's wallet is asked, sealed, until it answers under the id. Throws `resource_not_found`, `gone`.
 */
export const askCredential = (ctx: Ctx, applicantId: string, request: object): Promise<Asked<Sealed>> =>
  ask(ctx, applicantId, (id): Sealed => ({ sealed: ctx.vault.seal(id, request).toString('base64') }));

/** A request for a credential, sealed for its row. */
interface Sealed {
  readonly sealed: string;
}

/** A challenge that was stored for an applicant. */
interface Asked<T> {
  readonly id: string;
  readonly challenge: T;
}

async function ask<T extends Challenge[] | string | Sealed>(
  ctx: Ctx,
  applicantId: string,
  asked: T | ((id: string) => T),
): Promise<Asked<T>> {
  await getApplicant(ctx, applicantId);
  const id = ctx.services.ids.uuid();
  const challenge = typeof asked === 'function' ? asked(id) : asked;
  const text = JSON.stringify(challenge);
  await ctx.transaction(async (tx) => {
    if (!(await tx.lock({ activeApplicant: applicantId })).activeApplicant) throw problem('gone');
    await tx.run(insertChallenge, { id, applicant_id: applicantId, created_at: ctx.now(), asked: text });
  });
  return { id, challenge };
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

/** The challenge that the chip of an applicant's document may answer under an id, base64. Throws `validation_error`. */
export async function openChipChallenge(ctx: Ctx, applicantId: string, id: string): Promise<string> {
  const { asked, wrong } = await open(ctx, applicantId, id);
  if (typeof asked !== 'string') throw invalid(wrong ?? unknown);
  return asked;
}

/** The request for a credential that an applicant may answer under an id. Throws `validation_error` under `id`. */
export async function openCredential<T>(ctx: Ctx, applicantId: string, id: string): Promise<T> {
  const { asked, wrong } = await open(ctx, applicantId, id);
  if (typeof asked === 'object' && 'sealed' in asked) return ctx.vault.open<T>(id, Buffer.from(asked.sealed, 'base64'));
  throw invalid({ id: Object.values(wrong ?? unknown).flat() as string[] });
}

async function open(
  ctx: Ctx,
  applicantId: string,
  id: string,
): Promise<{ asked: Challenge[] | string | Sealed; wrong?: never } | { asked?: never; wrong: FieldErrors }> {
  const row = await ctx.read.first(findChallenge, { id, applicant_id: applicantId });
  if (!row) return { wrong: unknown };
  if (row.used_at !== null) return { wrong: alreadyUsed };
  if (ctx.now() >= row.created_at + CHALLENGE_MS) return { wrong: { challenge_id: ['has expired'] } };
  return { asked: JSON.parse(row.asked) as Challenge[] | string | Sealed };
}

const unknown: FieldErrors = { challenge_id: ['is unknown'] };

const alreadyUsed: FieldErrors = { challenge_id: ['has been used already'] };

/** Uses a challenge up, in the transaction that writes the upload which answers it. Throws `validation_error` when another was first. */
export async function useChallenge(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
  if ((await tx.run(markChallengeUsed, { id, used_at: ctx.now() })) === 0) throw invalid(alreadyUsed);
}
