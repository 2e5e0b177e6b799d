import { notFound, type Problem, problem } from '../base/errors.ts';
import { findTombstone } from '../store/queries/erasures.ts';
import type { Ctx } from './ctx.ts';

/** The error for an id that no row has: 410 when the object was erased, else 404. */
export async function missing(ctx: Ctx, resource: string, id: string): Promise<Problem> {
  const erased = await ctx.read.first(findTombstone, { id });
  return erased ? problem('gone') : notFound(resource, id);
}
