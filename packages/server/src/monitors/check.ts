import type { Applicant } from '../applicants/applicant.ts';
import type { Version } from '../base/versions.ts';
import { checkFieldsOf } from '../checks/check.ts';
import { insertCheck } from '../checks/insert.ts';
import { validateCheck } from '../checks/validate.ts';
import type { Ctx } from '../context/ctx.ts';
import { uploadsOf } from '../media/media.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Monitor } from './monitor.ts';

interface NewMonitorCheck {
  readonly monitor: Pick<Monitor, 'id' | 'report_name' | 'tags'>;
  readonly applicant: Applicant;
  readonly version: Version;
}

const requestOf = ({ monitor, applicant, version }: NewMonitorCheck) => ({
  applicant,
  version,
  reports: [{ name: monitor.report_name }],
  fields: checkFieldsOf({ tags: monitor.tags, watchlist_monitor_id: monitor.id }),
});

/** Creates a check of a monitor that a client asked for: it is judged as any other. Answers the id of its report. */
export async function orderMonitorCheck(ctx: Ctx, tx: ScopedTx, order: NewMonitorCheck): Promise<string> {
  const { reportIds } = await insertCheck(ctx, tx, await validateCheck(ctx, tx, requestOf(order)));
  return reportIds[0] as string;
}

/**
 * Creates a check of a monitor whose matches have changed. No limit of the account stops it: the change is known, and its client must
 * see it. The transaction has locked the applicant.
 */
export async function makeMonitorCheck(ctx: Ctx, tx: ScopedTx, changed: NewMonitorCheck): Promise<void> {
  await insertCheck(ctx, tx, { ...requestOf(changed), uploads: await uploadsOf(ctx, tx, changed.applicant.id) });
}
