import { brandingOf, readLogo } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Drawing } from '../../exports/draw.ts';
import type { Company } from '../../exports/sheet-content.ts';
import { forClient, laneOf } from '../../media/for-client.ts';

/**
 * A document about an applicant as PDF, drawn outside of this process, in turns with the files of uploads. Throws
 * `unavailable` when it could not be drawn.
 */
export function draw(ctx: Ctx, applicantId: string, drawing: Drawing): Promise<Uint8Array> {
  return forClient(ctx.services.decoder.run('drawing', drawing, { lane: laneOf(ctx, applicantId) }));
}

/** The account's data that documents show. */
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
