import { problem, saysDeleted } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import type { ScopedReader, ScopedTx } from '../store/store.ts';
import { type Applicant, toApplicant } from './applicant.ts';

/** Ids of our applicants; what a client sends in their place is looked for on its own. */
const ID = /^[0-9a-f-]{36}$/;

/** The applicant, by whose clock the context goes from then on. Throws `resource_not_found`, or `gone` when it is erased or scheduled for deletion. */
export async function getApplicant(ctx: Ctx, id: string, tx?: ScopedTx): Promise<Applicant> {
  const applicant = await findExisting(ctx, id, tx);
  const entered = ctx.enter(applicant, tx);
  if (entered) await entered;
  return applicant;
}

/** The applicant as `getApplicant` returns it; undefined where that throws. */
export async function existingApplicant(ctx: Ctx, id: string): Promise<Applicant | undefined> {
  try {
    return await getApplicant(ctx, id);
  } catch (error) {
    if (saysDeleted(error)) return undefined;
    throw error;
  }
}

async function findExisting(ctx: Ctx, id: string, tx: ScopedTx | undefined): Promise<Applicant> {
  if (tx) return toApplicant(ctx, await readRow(ctx, id, tx));
  const { recentApplicants, store } = ctx.services;
  if (!store.exclusive && ID.test(id)) return existing(ctx, id, await recentApplicants.readShared(ctx, id), ctx.read);
  const read = async () => {
    const [applicant] = await recentApplicants.ofRows(ctx, async () => [await readRow(ctx, id, ctx.read)]);
    return applicant as Applicant;
  };
  return recentApplicants.find(ctx, id) ?? recentApplicants.through(ctx, read);
}

async function readRow(ctx: Ctx, id: string, reader: ScopedReader) {
  return existing(ctx, id, await reader.first(findApplicant, { id }), reader);
}

async function existing<T extends { readonly delete_at: number | null }>(
  ctx: Ctx,
  id: string,
  found: T | undefined,
  reader: ScopedReader,
): Promise<T> {
  if (!found) throw await missing(ctx, 'Applicant', id, reader);
  if (found.delete_at !== null) throw problem('gone');
  return found;
}
