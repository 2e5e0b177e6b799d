import type { Applicant } from '../../applicants/applicant.ts';
import { currentFields } from '../../applicants/fields.ts';
import { updateApplicant } from '../../applicants/update.ts';
import type { Ctx } from '../../context/ctx.ts';

/**
 * Location of an applicant, by the address of its browser; nothing if it is known already. Capture SDKs send it by themselves
 * (contract 5.3).
 */
export function whereabouts({ location }: Pick<Applicant, 'location'>, ip: string) {
  return location ? {} : { location: { ip_address: ip, country_of_residence: null } };
}

/** Keeps where an applicant is, unless that is known. Throws 404 or 410 for the applicant. */
export async function locate(ctx: Ctx, applicant: Applicant, ip: string): Promise<void> {
  const input = whereabouts(applicant, ip);
  if (input.location) await updateApplicant(ctx, applicant.id, input, currentFields);
}
