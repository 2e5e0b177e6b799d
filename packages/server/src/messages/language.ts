import type { Applicant } from '../applicants/applicant.ts';
import type { Ctx } from '../context/ctx.ts';

/**
 * Language tag of mail and text messages to an applicant, such as `de`: the language that the client asks for, else of the page that
 * the applicant answered last, else of the account. Null where none is known.
 *
 * @param asked language of the run's link, if the client named one
 */
export function languageOfMessages(
  { account }: Pick<Ctx, 'account'>,
  { language }: Pick<Applicant, 'language'>,
  asked: string | null = null,
): string | null {
  return asked ?? language ?? account.settings.applicant_language;
}
