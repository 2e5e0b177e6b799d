import type { Settings } from '../config/settings.ts';
import type { BackupKeys } from './keys.ts';

/** Order to the process that makes a backup. */
export interface BackupOrder {
  readonly settings: Settings;
  /** Target of the backup. */
  readonly place: string;
  readonly keys: BackupKeys;
  /** Version of the service. */
  readonly version: string;
}

/** Answer of the process. `made` is false when a young backup was found, which `id` and `at` name. */
export type BackupAnswer =
  | {
      readonly made: boolean;
      readonly id: string;
      /** Time of the rows, Unix milliseconds. */
      readonly at: number;
      readonly copied: number;
      readonly written: number;
      readonly missing: readonly string[];
    }
  | { readonly failed: string };
