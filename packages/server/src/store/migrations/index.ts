import type { Migration } from 'kysely/migration';
import { mainJob } from './0001-main-job.ts';
import { mails } from './0002-mails.ts';
import { documentNumbers } from './0003-document-numbers.ts';
import { liveAnalysis } from './0004-live-analysis.ts';
import { capture } from './0005-capture.ts';
import { workflows } from './0006-workflows.ts';
import { sealedDeliveries } from './0007-sealed-deliveries.ts';
import { branding } from './0009-branding.ts';
import { principals } from './0010-principals.ts';
import { auditEntries } from './0011-audit-entries.ts';
import { stateCertificates } from './0012-state-certificates.ts';
import { watchlists } from './0013-watchlists.ts';
import { monitors } from './0014-monitors.ts';
import { suppressions } from './0015-suppressions.ts';

/** In the order of their names; one that has landed never changes. */
export const migrations: Record<string, Migration> = {
  '0001-main-job': mainJob,
  '0002-mails': mails,
  '0003-document-numbers': documentNumbers,
  '0004-live-analysis': liveAnalysis,
  '0005-capture': capture,
  '0006-workflows': workflows,
  '0007-sealed-deliveries': sealedDeliveries,
  '0009-branding': branding,
  '0010-principals': principals,
  '0011-audit-entries': auditEntries,
  '0012-state-certificates': stateCertificates,
  '0013-watchlists': watchlists,
  '0014-monitors': monitors,
  '0015-suppressions': suppressions,
};
