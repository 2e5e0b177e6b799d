import type { Settings } from '../options/read.ts';
import { readToken } from '../token.ts';

/** Longest delay of a timer in milliseconds; no page stays open for 24 days. */
const LONGEST_TIMER_MS = 2 ** 31;

/** Milliseconds within which a renewed token that the service refuses too ends the flow, instead of being renewed again. */
const FRESH_MS = 10_000;

export interface RenewalOptions {
  settings(): Settings;
  /** Continues with settings that have the new token. */
  renewed(settings: Settings): void;
  /** Ends the flow. */
  expired(): void;
}

export type Renewal = ReturnType<typeof makeRenewal>;

/** Watches the time of the token. When it is over, asks the page for another one, or ends the flow. */
export function makeRenewal({ settings, renewed, expired }: RenewalOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isClosed = false;
  let renewedAt = Number.NEGATIVE_INFINITY;

  async function ask(onTokenExpired: () => Promise<string>): Promise<void> {
    isAsking = true;
    try {
      const token = await onTokenExpired();
      const { options, ...others } = settings();
      const facts = readToken(token);
      if (isClosed) return;
      isAsking = false;
      renewedAt = Date.now();
      renewed({ ...others, options: { ...options, token }, token: facts });
      watch();
    } catch (error) {
      if (isClosed) return;
      isAsking = false;
      reportError(error);
      expired();
    }
  }

  /** Begins to renew the token, or ends the flow where the page can't. */
  function start(): void {
    if (isAsking || isClosed) return;
    const { onTokenExpired } = settings().options;
    if (onTokenExpired && Date.now() - renewedAt > FRESH_MS) void ask(onTokenExpired);
    else expired();
  }

  function watch(): void {
    clearTimeout(timer);
    const left = settings().token.expiresAt - Date.now();
    if (left < LONGEST_TIMER_MS) timer = setTimeout(start, left);
  }

  return {
    watch,
    start,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
