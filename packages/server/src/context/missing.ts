import { notFound, type Problem, problem } from '../base/errors.ts';
import { findTombstone } from '../store/queries/erasures.ts';
import type { ScopedReader } from '../store/store.ts';
import type { Ctx } from './ctx.ts';

/**
 * The error for an id that no row has: 410 when the object was erased, else 404. In a transaction, `read` is that
 * transaction: an erasure that shares its commit is not visible to others yet.
 */
export async function missing(
  ctx: Ctx,
  resource: string,
  id: string,
  read: Pick<ScopedReader, 'first'> = ctx.read,
): Promise<Problem> {
  const erased = await read.first(findTombstone, { id });
  return erased ? problem('gone') : notFound(resource, id);
}
