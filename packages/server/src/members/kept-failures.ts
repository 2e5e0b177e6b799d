import { DEPLOYMENT } from '../audit/entry.ts';
import { recordChange } from '../audit/record.ts';
import { isoSeconds } from '../base/clock.ts';
import type { ErrorType } from '../base/errors.ts';
import { systemPrincipal, withAddress } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHold } from '../jobs/worker.ts';
import { findMember, findMemberByEmail } from '../store/queries/members.ts';
import { findMemberIdentity } from '../store/queries/sign-in-ways.ts';
import type { JobRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { countFailure, FORGOTTEN_MS } from './delays.ts';
import { memberHash } from './member.ts';
import { recordOwn } from './record.ts';

/** Identity of the failed sign-in, as far as the request names it: the first known one counts. */
export interface Attempted {
  readonly memberId?: string;
  /** Keyed hash of a person of the OpenID provider, or of the provider where its answer names none that counts. */
  readonly identity?: string;
  /** Keyed hash of an e-mail address, which may be of no member. */
  readonly emailHash?: string;
}

interface Failure {
  /** `code`: the password was right, and the one-time or recovery code wrong. */
  readonly way: 'password' | 'code' | 'passkey' | 'openid';
  readonly error: ErrorType;
  /** The details for an administrator; absent if the error names them. */
  readonly reason?: 'answer_not_verified';
  /** Network address of the request. */
  readonly address: string;
}

type Parts = Pick<Services, 'clock' | 'ids' | 'master' | 'store'>;

/**
 * Keeps a failed sign-in as a job, which records it: a member costs the request the same work as an address of nobody, and the
 * end of the process loses none. What delays do not slow down is counted here, so that a stranger can't fill the log: five in a
 * row are kept, then one after each delay.
 */
export function keepFailure(services: Parts, attempted: Attempted, failure: Failure): Promise<void> {
  const { clock, ids, store } = services;
  const { way, error } = failure;
  const slowed = error === 'wrong_sign_in' && (way === 'password' || way === 'code');
  return store.transaction(async (tx) => {
    const now = clock.now();
    const hash = memberHash(services, 'kept failure', JSON.stringify([attempted, way, failure.reason ?? error]));
    const counted = { hash, last_at: now, before: now - FORGOTTEN_MS };
    if (!slowed && (await tx.run(countFailure, counted)) === 0) return;
    const payload = { ...attempted, ...failure };
    const scope = { account_id: DEPLOYMENT, environment: 'live' } as const;
    await enqueue(services, tx, scope, { kind: 'failed_sign_in', ref: ids.uuid(), payload });
  });
}

/**
 * Records a failure that was kept, in the log of each account of its member. The log of the deployment has failures of members
 * without an account, and of people whom the OpenID provider knows and no account does. No log has failures of other addresses.
 */
export async function recordKeptFailure(services: Services, job: JobRow, hold: JobHold): Promise<void> {
  const { way, error, reason, address, ...attempted } = JSON.parse(job.payload ?? '{}') as Attempted & Failure;
  const details = { way, error, ...(reason && { reason }), attempted_at: isoSeconds(Number(job.created_at)) };
  await services.store.transaction(async (tx) => {
    await hold.done(tx);
    const memberId = await memberOf(tx, attempted);
    const action = 'member_sign_in_failed';
    if (memberId && (await recordOwn(services, tx, { action, memberId, details, address })) > 0) return;
    const object_id = memberId ?? attempted.identity;
    if (object_id === undefined) return;
    const principal = withAddress(systemPrincipal(way === 'openid' ? 'openid' : 'sign_in'), address);
    recordChange(services, tx, { action, object_id, details, principal });
  });
}

async function memberOf(tx: SystemTx, { memberId, identity, emailHash }: Attempted): Promise<string | undefined> {
  if (memberId !== undefined) return (await tx.first(findMember, { id: memberId }))?.id;
  const known = identity === undefined ? undefined : await tx.first(findMemberIdentity, { hash: identity });
  if (known) return known.member_id;
  return emailHash === undefined ? undefined : (await tx.first(findMemberByEmail, { email_hash: emailHash }))?.id;
}
