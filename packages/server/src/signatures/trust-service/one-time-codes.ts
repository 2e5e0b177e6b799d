import type { TOTP } from 'otpauth';
import type { Clock } from '../../base/clock.ts';
import { Postponed } from '../../jobs/worker.ts';

/** RFC 6238 with the usual defaults of services: SHA-1, six digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP_MS = PARAMETERS.period * 1000;

/** One-time codes for a trust service, which takes each of them once. */
export class OneTimeCodes {
  readonly #secret: string;
  readonly #clock: Clock;
  #totp: TOTP | undefined;
  /** The time step whose code was used last. */
  #used = -1;

  /** @param secret base32 */
  constructor(secret: string, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** The code of this moment. Throws `Postponed` where it was used: a job tries again with the next one. */
  async next(): Promise<string> {
    const { Secret, TOTP } = await import('otpauth');
    this.#totp ??= new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(this.#secret) });
    const timestamp = this.#clock.now();
    const step = Math.floor(timestamp / STEP_MS);
    if (step === this.#used)
      throw new Postponed('The trust service takes each one-time code once', (step + 1) * STEP_MS - timestamp);
    this.#used = step;
    return this.#totp.generate({ timestamp });
  }
}
