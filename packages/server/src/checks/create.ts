import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { type CreatedCheck, insertCheck } from './insert.ts';
import { type NewCheck, validateCheck } from './validate.ts';

/**
 * Creates a check with its reports. The check, its reports, its event with deliveries and the jobs that process it
 * commit together. Throws the first error in the order of contract 7.1.
 */
export function createCheck(ctx: Ctx, input: NewCheck): Promise<CreatedCheck> {
  return ctx.transaction(async (tx) => {
    const created = await insertCheck(ctx, tx, await validateCheck(ctx, tx, input));
    // What clients order is in the request log.
    if (ctx.principal.kind === 'member') {
      recordAuditIn(ctx, tx, { action: 'check_created', object_id: created.check.id });
    }
    return created;
  });
}
