import { invalid } from '../../base/errors.ts';
import type { MediaRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';
import { findTransientMedium } from './transient-media.ts';

/**
 * Whether a live photo has the very same bytes as one of the snapshots that it names. Throws `validation_error` when one of
 * these is unknown, of another applicant, or has expired.
 */
export async function repeatsSnapshot(
  ctx: Ctx,
  photo: { applicantId: string; sha256: string; snapshots: readonly string[] },
): Promise<boolean> {
  const rows: MediaRow[] = [];
  for (const id of photo.snapshots) {
    const row = await findTransientMedium(ctx, 'snapshot', id);
    if (row?.applicant_id !== photo.applicantId) {
      throw invalid({ snapshot_uuids: ['names a snapshot that is unknown or has expired'] });
    }
    rows.push(row);
  }
  return rows.some(({ sha256 }) => sha256 === photo.sha256);
}
