import { type StartOptions, startService as start } from '../../../packages/server/src/testing/service.ts';

/**
 * A service under test: its own store, development mode, rate limits off, sandbox answers without delay, and workers that
 * run by themselves (so that `asynchronous: false` is answered without anyone calling `settle`).
 */
export interface Service {
  /** `https://localhost:PORT`, on a certificate of `ca`. */
  baseUrl: string;
  /** `http://127.0.0.1:PORT`. */
  httpUrl: string;
  /** The authority's certificate, PEM. */
  ca: string;
  caFile: string;
  sandboxToken: string;
  liveToken: string;
  operatorKey: string;
  /** Client credentials of the account's sandbox. */
  oauthClient: { id: string; secret: string };
  /** Waits until all work that is due is done, deliveries included. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export function startService(options: Pick<StartOptions, 'account' | 'settings'> = {}): Promise<Service> {
  return start(options);
}
