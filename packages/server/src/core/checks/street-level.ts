import { problem } from '../../base/errors.ts';
import { listReports } from '../../store/queries/checks.ts';
import type { Ctx } from '../ctx.ts';
import { getCheck } from './get.ts';

/** A code must be entered within 15 days (contract 3.6). */
const DAYS_MS = 15 * 86_400_000;

/** Of our own, since none is published: what a letter would carry. */
const CODE = /^[0-9A-Za-z]{4,12}$/;

/**
 * Enters the code that a letter of a street level report carries. This service sends no letters, so no code is right:
 * the answer is always a problem, the one that v1 has for the case. Throws 404 or 410 for the check,
 * `unprocessable_slv_code` for a code of a wrong form or a check without such a report, `invalid_or_expired_slv_code`
 * after 15 days, else `unauthorized_slv_code`.
 */
export async function enterStreetLevelCode(ctx: Ctx, checkId: string, code: unknown): Promise<never> {
  const { check } = await getCheck(ctx, checkId);
  const reports = await ctx.read.all(listReports, { check_id: check.id });
  const asked = reports.some(({ name }) => name === 'street_level');
  if (!asked || typeof code !== 'string' || !CODE.test(code)) throw problem('unprocessable_slv_code');
  if (ctx.now() > check.created_at + DAYS_MS) throw problem('invalid_or_expired_slv_code');
  throw problem('unauthorized_slv_code');
}
