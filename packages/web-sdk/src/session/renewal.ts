import type { Settings } from '../options/read.ts';
import { SdkProblem } from '../problems.ts';
import { readToken } from '../token.ts';

/** Longest delay of a timer in milliseconds; no page stays open for 24 days. */
const LONGEST_TIMER_MS = 2 ** 31;

/** Milliseconds within which a renewed token that the service refuses too ends the flow, instead of being renewed again. */
const FRESH_MS = 10_000;

export interface RenewalOptions {
  settings(): Settings;
  /** Uses settings that have the new token from now on. */
  renewed(settings: Settings): void;
  /** Ends the flow. */
  expired(): void;
}

export type Renewal = ReturnType<typeof makeRenewal>;

/** Renews the token when its time is over, or when the service refuses it. Ends the flow where the page has no other token. */
export function makeRenewal({ settings, renewed, expired }: RenewalOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<boolean> | undefined;
  let isClosed = false;
  let renewedAt = Number.NEGATIVE_INFINITY;

  /** Resolves with false if the flow ends instead. */
  async function ask(onTokenExpired: () => Promise<string>): Promise<boolean> {
    try {
      const token = await onTokenExpired();
      if (isClosed) return false;
      const { options, token: before, ...others } = settings();
      const facts = readToken(token);
      if (facts.applicant !== before.applicant)
        throw new SdkProblem('invalid_token', 'onTokenExpired returned the token of another applicant');
      renewedAt = Date.now();
      renewed({ ...others, options: { ...options, token }, token: facts });
      watch();
      return true;
    } catch (error) {
      if (isClosed) return false;
      reportError(error);
      expired();
      return false;
    }
  }

  /**
   * Renews the token that a request was refused with. Requests that are refused meanwhile share one renewal. Resolves with true
   * when the settings have another token, and with false when the flow has ended.
   */
  async function renew(refused: string): Promise<boolean> {
    if (isClosed) return false;
    if (asking) return asking;
    const { options } = settings();
    if (refused !== options.token) return true;
    if (!options.onTokenExpired || Date.now() - renewedAt <= FRESH_MS) {
      expired();
      return false;
    }
    asking = ask(options.onTokenExpired);
    const isRenewed = await asking;
    asking = undefined;
    return isRenewed;
  }

  function watch(): void {
    clearTimeout(timer);
    const { token, options } = settings();
    const left = token.expiresAt - Date.now();
    if (left < LONGEST_TIMER_MS) timer = setTimeout(() => void renew(options.token), left);
  }

  return {
    watch,
    renew,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
