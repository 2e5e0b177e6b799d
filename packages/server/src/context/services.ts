import type { Logger } from 'pino';
import type { OperatorKeys } from '../accounts/operator-keys/directory.ts';
import type { TokenDirectory } from '../accounts/tokens/directory.ts';
import type { Analyser } from '../analysis/analyser.ts';
import type { RecentApplicants } from '../applicants/recent.ts';
import type { SearchIndexer } from '../applicants/search/indexer.ts';
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
import type { Mailer } from '../messages/mail-transport/mailer.ts';
import type { SmsProvider } from '../messages/sms-provider/provider.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { ImportQueue } from '../screening/watchlists/import-queue.ts';
import type { ScreeningSets } from '../screening/watchlists/sets.ts';
import type { UploadRoom } from '../screening/watchlists/upload-room.ts';
import type { TrustServices } from '../signatures/trust-service/trust-service.ts';
import type { Providers } from '../sources/provider.ts';
import type { Storage } from '../storage/storage.ts';
import type { Store } from '../store/store.ts';
import type { UpdateHub } from '../updates/hub.ts';
import type { PdfSigner } from '../workflows/runs/pdf-signer.ts';
import type { EvidenceSigner } from '../workflows/runs/signer.ts';
import type { Workflow, Workflows } from '../workflows/workflow.ts';
import type { AccountDirectory } from './account-directory.ts';

/** What the core stands on; built once in `app.ts`, replaced piece by piece in tests. */
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
  readonly mailer: Mailer;
  readonly sms: SmsProvider;
  readonly analyser: Analyser;
  /** Runs the tasks of uploads that need no nets, so that none of them waits for a report. */
  readonly decoder: Analyser;
  readonly workflows: Workflows;
  /** By id, the versions before, the highest first. */
  readonly earlierWorkflows: ReadonlyMap<string, readonly Workflow[]>;
  readonly locations: Locations;
  /** Services that answer questions on people. */
  readonly providers: Providers;
  readonly evidenceSigner: EvidenceSigner;
  readonly pdfSigner: PdfSigner;
  readonly trustServices: TrustServices;
  /** Turns of the program that takes frames from videos. */
  readonly frameTurns: Turns;
  /** Bounds what uploads that are being answered hold in memory. */
  readonly uploadMemory: UploadMemory;
  readonly accounts: AccountDirectory;
  readonly tokens: TokenDirectory;
  readonly operatorKeys: OperatorKeys;
  readonly recentApplicants: RecentApplicants;
  /** Writes the search terms of new applicants. */
  readonly searchIndexer: SearchIndexer;
  /** Keeps the requests of clients. */
  readonly requests: RequestLog;
  /** The watchlists that this process searches. */
  readonly screeningSets: ScreeningSets;
  /** Searches of watchlists run in slices, between which requests are answered. */
  readonly searchSlices: Slices;
  /** Units of work for the search of one name; absent: the default of `searchNames`. */
  readonly searchBudget?: number;
  /** The imports of watchlists that this process makes. */
  readonly imports: ImportQueue;
  /** Bounds the files of imports on the disk. */
  readonly uploadRoom: UploadRoom;
  /** The open pages of members that get updates from this process. */
  readonly updates: UpdateHub;
  readonly log: Logger;
  /** Addresses as clients see them; known once the ports are open. */
  readonly urls: {
    readonly api: string;
    /** The address that `results_uri` and mails begin with. */
    readonly dashboard: string;
    /** Origin of the pages that a person is sent to; see `pagesAddress`. */
    readonly pages: string;
    /** The dashboard on `pages`, or the one of the settings: where invitations lead. */
    readonly entrance: string;
  };
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
}
