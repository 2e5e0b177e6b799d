import { Problem } from '../../base/errors.ts';
import { applicantsToIndex, pendingScope, takePending } from '../../store/queries/search.ts';
import { ctxIn } from '../accounts/ctx-of.ts';
import { type Applicant, toApplicant } from '../applicants/applicant.ts';
import type { Ctx } from '../ctx.ts';
import { systemPrincipal } from '../principal.ts';
import type { Services } from '../services.ts';
import { keepApplicantTerms } from './keep.ts';

/** Applicants whose terms one transaction writes: some 2 ms on SQLite, where others wait meanwhile. */
const TURN = 32;

/** Applicants of an account whose terms a search writes at most before it looks: some 0.3 s. */
const MOST_BEFORE_SEARCH = 5_000;

/** Writes the terms of the oldest applicants whose terms are still to be written. Answers how many these were. */
async function indexTurn(ctx: Ctx): Promise<number> {
  return ctx.transaction(async (tx) => {
    const taken = await tx.all(takePending, { limit: TURN });
    const ids = JSON.stringify(taken.map(({ applicant_id }) => applicant_id));
    const rows = taken.length === 0 ? [] : await tx.all(applicantsToIndex, { ids });
    for (const row of rows) {
      const applicant = opened(ctx, row);
      if (applicant) await keepApplicantTerms(ctx, tx, row.id, applicant);
    }
    return taken.length;
  });
}

/** The applicant of a row; undefined where its data are damaged, which must not keep the others from being found. */
function opened(ctx: Ctx, row: Parameters<typeof toApplicant>[1]): Applicant | undefined {
  try {
    return toApplicant(ctx, row);
  } catch (error) {
    // The key is one that this process loads within seconds.
    if (error instanceof Problem) throw error;
    ctx.services.log.error({ err: error, applicant: row.id }, 'an applicant can not be read, so no search finds it');
    return undefined;
  }
}

/** Writes the terms that are still to be written, so that a search finds what was created before it. */
export async function indexBeforeSearch(ctx: Ctx): Promise<void> {
  for (let done = 0; done < MOST_BEFORE_SEARCH; done += TURN) if ((await indexTurn(ctx)) < TURN) return;
}

/** Writes the terms of some applicants of any account. Answers whether there were any. */
export async function indexSome(services: Services): Promise<boolean> {
  const scope = await services.store.system.first(pendingScope, {});
  if (!scope) return false;
  await indexTurn(await ctxIn(services, systemPrincipal('search'), scope.account_id, scope.environment));
  return true;
}
