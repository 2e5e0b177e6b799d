import { Problem, problem } from '../base/errors.ts';
import { limitedAddress } from '../base/limited-address.ts';
import type { Services } from '../context/services.ts';
import { findFailedSignIns, forgetFailedSignIns } from '../store/queries/members.ts';
import type { SystemTx } from '../store/store.ts';
import { countFailure, FORGOTTEN_MS } from './delays.ts';
import { keepFailure } from './kept-failures.ts';
import { emailHash, memberHash, normalEmail } from './member.ts';

type Parts = Pick<Services, 'clock' | 'ids' | 'master' | 'store'>;

/** The keys by which failures are counted: the e-mail address, known or not, and the IPv4 address or IPv6 network of the client. */
function keysOf(services: Parts, email: string, machine: string): string[] {
  return [
    memberHash(services, 'failed email', normalEmail(email)),
    memberHash(services, 'failed machine', limitedAddress(machine)),
  ];
}

/**
 * Counts an attempt to sign in as failed before it is judged, so that attempts at once don't escape the count. A success
 * forgets it (`forgetFailures`). Throws `rate_limit` while a delay lasts.
 */
export async function admitAttempt(services: Parts, email: string, machine: string): Promise<void> {
  try {
    await count(services, email, machine);
  } catch (error) {
    if (error instanceof Problem) {
      const failure = { way: 'password', error: error.type, address: machine } as const;
      await keepFailure(services, { emailHash: emailHash(services, email) }, failure);
    }
    throw error;
  }
}

async function count(services: Parts, email: string, machine: string): Promise<void> {
  const now = services.clock.now();
  await services.store.transaction(async (tx) => {
    for (const hash of keysOf(services, email, machine)) {
      if ((await tx.run(countFailure, { hash, last_at: now, before: now - FORGOTTEN_MS })) > 0) continue;
      const row = await tx.first(findFailedSignIns, { hash });
      throw problem('rate_limit', { retryAfter: Math.ceil(((row?.next_at ?? now) - now) / 1000) || 1 });
    }
  });
}

/** Forgets the failures of a member who has signed in, and the failures of the machine. */
export async function forgetFailures(services: Parts, tx: SystemTx, email: string, machine: string): Promise<void> {
  for (const hash of keysOf(services, email, machine)) await tx.run(forgetFailedSignIns, { hash });
}
