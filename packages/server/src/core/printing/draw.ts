import { AnalysisFailed } from '../../analysis/analyser.ts';
import { problem } from '../../base/errors.ts';
import type { Drawing } from '../../documents-out/draw.ts';
import type { Company } from '../../documents-out/sheet.ts';
import { brandingOf, readLogo } from '../accounts/branding.ts';
import type { Ctx } from '../ctx.ts';

/** Seconds after which a document may be asked for again that could not be drawn. */
const RETRY_AFTER = 5;

/** A document as PDF, drawn outside of this process. Throws `unavailable` when it could not be drawn. */
export async function draw({ services }: Ctx, drawing: Drawing): Promise<Uint8Array> {
  try {
    return await services.analyser.run('drawing', drawing);
  } catch (error) {
    throw error instanceof AnalysisFailed ? problem('unavailable', { retryAfter: RETRY_AFTER }) : error;
  }
}

/** What documents show of the account. */
export async function companyOf({ services, account }: Ctx): Promise<Company> {
  const { name, colour, support, logo } = brandingOf(account);
  const bytes = logo && (await readLogo(services, logo));
  return {
    name,
    colour: colour ?? undefined,
    contact: support?.label,
    logo: logo && bytes ? { bytes, width: logo.width, height: logo.height } : undefined,
  };
}
