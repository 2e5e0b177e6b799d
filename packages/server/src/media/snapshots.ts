import { invalid } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { errorsOf, listOf, optional, required, text } from '../input-rules/rule.ts';
import type { MediaRow } from '../store/schema.ts';
import { findTransientMedium } from './transient-media.ts';

/** One is taken for each photo; an applicant who repeats a photo may name all. */
const MAX_SNAPSHOTS = 10;

const uuids = optional(listOf(required(text(36)), MAX_SNAPSHOTS));

/** The ids of snapshots that a capture SDK names, none where it names none. Throws `validation_error`. */
export function snapshotIds(snapshot_uuids: unknown): readonly string[] {
  const wrong = errorsOf({ snapshot_uuids }, { snapshot_uuids: uuids });
  if (wrong) throw invalid(wrong);
  return (snapshot_uuids ?? []) as readonly string[];
}

/**
 * Returns whether a live photo has the very same bytes as one of the snapshots that it names. Throws `validation_error` when one
 * of these is unknown, of another applicant, or has expired.
 */
export async function repeatsSnapshot(
  ctx: Ctx,
  photo: { applicantId: string; sha256: string; snapshots: readonly string[] },
): Promise<boolean> {
  const rows: MediaRow[] = [];
  for (const id of photo.snapshots) {
    const row = await findTransientMedium(ctx, 'snapshot', id);
    if (row?.applicant_id !== photo.applicantId) {
      throw invalid({ snapshot_uuids: ['contains the id of a snapshot that does not exist or has expired'] });
    }
    rows.push(row);
  }
  return rows.some(({ sha256 }) => sha256 === photo.sha256);
}
