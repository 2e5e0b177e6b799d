import type { Ctx } from '../context/ctx.ts';
import { pagesById } from '../context/pages-by-id.ts';
import { findQuietApplicant, listQuietApplicants } from '../store/queries/retention.ts';
import { scheduleIn } from './delete.ts';

/** Applicants that are looked for at a time. */
const BATCH = 100;

/**
 * Deletes applicants to whom nothing has happened since a time (Unix milliseconds), as a client would: their erasure follows after the
 * delay of the account, and until then they can be restored. One applicant a transaction, so that nobody waits for it. It can be broken
 * off, repeated, and done by several processes at once. Returns how many it has deleted.
 */
export async function deleteQuiet(ctx: Ctx, before: number, stopped: () => boolean): Promise<number> {
  let deleted = 0;
  const read = (after: string) => ctx.read.all(listQuietApplicants, { before, after, limit: BATCH });
  for await (const rows of pagesById(BATCH, stopped, read)) {
    for (const { id } of rows) {
      if (stopped()) break;
      const gone = await ctx.transaction(async (tx) => {
        await tx.lock({ applicant: id });
        // A client may have asked for a check since.
        if (!(await tx.first(findQuietApplicant, { before, id }))) return false;
        await scheduleIn(ctx, tx, id);
        return true;
      });
      if (gone) deleted += 1;
    }
  }
  return deleted;
}
