import type { Ctx } from '../context/ctx.ts';
import type { ScopedTx } from '../store/store.ts';

/** Runs in the transaction that changes the applicant, which has locked it. */
type Hook = (ctx: Ctx, tx: ScopedTx, applicantId: string) => Promise<void>;

/** Work that an area does when an applicant changes, is deleted, erased or restored. */
export interface ApplicantHooks {
  /** Runs after the applicant's data has been written. */
  readonly changed?: Hook;
  /** Runs before the deletion is scheduled. Throws to refuse it. */
  readonly deleting?: Hook;
  /** Runs before an erasure that isn't forced. Throws to refuse it. */
  readonly erasing?: Hook;
  /** Runs after a scheduled deletion was taken back. */
  readonly restored?: Hook;
}

declare module '../context/services.ts' {
  interface Services {
    /** Hooks of the areas that keep objects of applicants, in the order in which they run. */
    readonly applicantHooks: readonly ApplicantHooks[];
  }
}

/** Runs one hook of every area, in order. */
export async function runApplicantHooks(
  hook: keyof ApplicantHooks,
  ctx: Ctx,
  tx: ScopedTx,
  applicantId: string,
): Promise<void> {
  for (const hooks of ctx.services.applicantHooks) await hooks[hook]?.(ctx, tx, applicantId);
}
