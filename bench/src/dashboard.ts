import type { BrowserContext } from 'playwright-core';

/** Context of a measurement of the dashboard. */
export interface Dashboard {
  /** Address of an account's pages, without the environment: `http://127.0.0.1:1234/dashboard/accounts/…`. */
  readonly url: string;
  /** A browser with the session of an administrator, and nothing else kept. */
  newContext(): Promise<BrowserContext>;
}
