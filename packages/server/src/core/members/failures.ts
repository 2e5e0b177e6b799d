import { problem } from '../../base/errors.ts';
import { countFailedSignIn, findFailedSignIns, forgetFailedSignIns } from '../../store/queries/members.ts';
import type { SystemTx } from '../../store/store.ts';
import type { Services } from '../services.ts';
import { memberHash, normalEmail } from './member.ts';

/** Failures without a delay. */
const FREE = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** A count begins anew after a day without a failure. */
export const FORGOTTEN_MS = 24 * 3_600_000;

/** Milliseconds to wait after so many failures: none up to five, then a second, doubled each time, at most 15 minutes. */
function delayAfter(failures: number): number {
  return failures < FREE ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE), LONGEST_DELAY_MS);
}

type Parts = Pick<Services, 'clock' | 'master' | 'store'>;

/** What failures are counted by: the e-mail address, whether a member has it or not, and the machine. */
function keysOf(services: Parts, email: string, machine: string): string[] {
  return [memberHash(services, 'failed email', normalEmail(email)), memberHash(services, 'failed machine', machine)];
}

const countFailure = countFailedSignIn(delayAfter);

/**
 * Counts an attempt to sign in as failed before it is judged, so that attempts at once don't escape the count. A success
 * forgets it (`forgetFailures`). Throws `rate_limit` while a delay lasts.
 */
export async function admitAttempt(services: Parts, email: string, machine: string): Promise<void> {
  const now = services.clock.now();
  await services.store.transaction(async (tx) => {
    for (const hash of keysOf(services, email, machine)) {
      if ((await tx.run(countFailure, { hash, last_at: now, before: now - FORGOTTEN_MS })) > 0) continue;
      const row = await tx.first(findFailedSignIns, { hash });
      throw problem('rate_limit', { retryAfter: Math.ceil(((row?.next_at ?? now) - now) / 1000) || 1 });
    }
  });
}

/** Forgets the failures of a member who has signed in, and those of the machine. */
export async function forgetFailures(services: Parts, tx: SystemTx, email: string, machine: string): Promise<void> {
  for (const hash of keysOf(services, email, machine)) await tx.run(forgetFailedSignIns, { hash });
}
