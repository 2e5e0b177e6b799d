import type { Logger } from 'pino';
import type { Analyser } from '../analysis/analyser.ts';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { MovableClock } from '../base/movable-clock.ts';
import type { Slices } from '../base/slices.ts';
import type { Turns } from '../base/turns.ts';
import type { Versions } from '../base/versions.ts';
import type { Settings } from '../config/settings.ts';
import type { MasterKey } from '../crypto/keys.ts';
import type { Locations } from '../locations/database.ts';
import type { UploadMemory } from '../media-files/held-bytes.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Redis } from '../redis/redis.ts';
import type { Storage } from '../storage/storage.ts';
import type { Store } from '../store/store.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { AccountDirectory } from './account-directory.ts';

/**
 * The services that operations use. `app/services.ts` builds them once, and tests replace single ones. An area adds its own
 * members next to their types, by `declare module`; the compiler then requires them where the services are composed.
 */
export interface Services {
  readonly settings: Settings;
  /** The versions of the API that it serves. */
  readonly versions: Versions;
  readonly clock: Clock;
  /** `clock` in development, where the demonstration sets it back. */
  readonly movableClock: MovableClock | undefined;
  readonly ids: Ids;
  readonly master: MasterKey;
  readonly store: Store;
  readonly storage: Storage;
  /** State that processes share; undefined without `--redis-url`. */
  readonly redis: Redis | undefined;
  readonly analyser: Analyser;
  /** Runs the tasks of uploads that need no nets, so that none of them waits for a report. */
  readonly decoder: Analyser;
  readonly locations: Locations;
  /** Turns of the program that takes frames from videos. */
  readonly frameTurns: Turns;
  /** Bounds what uploads that are being answered hold in memory. */
  readonly uploadMemory: UploadMemory;
  readonly accounts: AccountDirectory;
  /** Searches of watchlists run in slices, between which requests are answered. */
  readonly searchSlices: Slices;
  /** Units of work for the search of one name; absent: the default of `searchNames`. */
  readonly searchBudget?: number;
  readonly log: Logger;
  /** Numbers that an operator sees; `metrics/table.ts` says how to add one. */
  readonly metrics: Metrics;
  /** Traces requests and jobs; undefined without a receiver of traces. */
  readonly tracing: Tracing | undefined;
  /** Addresses as clients see them; known once the ports are open. */
  readonly urls: {
    readonly api: string;
    /** The address that `results_uri` and mails begin with. */
    readonly dashboard: string;
    /** Origin of the pages that a person is sent to; see `pagesAddress`. */
    readonly pages: string;
    /** Address that invitations lead to: the dashboard on `pages`, or the address in the settings. */
    readonly entrance: string;
  };
  /** Aborted while the process stops: requests that wait for a result are then answered without it. */
  readonly stopping: AbortController;
  /** Random number between 0 and 1, for jitter. */
  readonly random: () => number;
}
