import type { LeafFinding } from '../outcome.ts';
import type { ReportApplicant } from '../types.ts';
import { consider, doubtful, unassessed } from './assessment.ts';
import type { Answer } from './lookup.ts';
import { clientValues, lookupSubject, nameFinding, neededField, noSource, withReservations } from './source-answers.ts';
import type { Tools } from './tools.ts';

/** Page on which a person looks up the right to work, and the data that it requires. */
const SETTLES =
  'Enter the share code and the date of birth at https://www.gov.uk/view-right-to-work. Compare the name and the photo, and ' +
  'note which work is allowed. A code is valid for 90 days.';

/** The leaves of a share code, and of the right that it proves. */
export interface ShareCodeFindings {
  readonly right: LeafFinding;
  readonly code: LeafFinding;
  readonly name: LeafFinding;
}

/**
 * Assesses the share code of the applicant; undefined without one. Codes for work are nine letters and digits that begin with W;
 * codes for renting begin with S (https://www.gov.uk/view-right-to-work). Another form is sent to nobody.
 */
export async function assessShareCode(
  applicant: ReportApplicant,
  { lookUp }: Tools<'lookUp'>,
): Promise<ShareCodeFindings | undefined> {
  const shareCode = applicant.id_numbers.find(({ type }) => type === 'share_code')?.value;
  if (shareCode === undefined) return undefined;
  const value = shareCode.replace(/[\s-]/g, '').toUpperCase();
  if (!/^W[A-Z0-9]{8}$/.test(value)) {
    const renting = /^S[A-Z0-9]{8}$/.test(value);
    return {
      right: doubtful('The right to work must be looked up with the Home Office', { settles: SETTLES }),
      code: consider(
        renting
          ? 'The share code is for renting, not for work'
          : 'The share code does not have the format of a code for work',
      ),
      name: unassessed('The name was not compared because there is no valid share code'),
    };
  }
  const id_numbers = [{ type: 'share_code', value }];
  const answers = await lookUp({ ...lookupSubject(applicant), id_numbers }, 'share_code', 'GBR');
  const shown = clientValues(value, applicant.dob);
  if (answers.length === 0) return byPerson(shown);
  const code = neededField(answers, 'applicant_has_valid_share_code');
  const leaves = {
    right: right(answers),
    code: { ...code, ...(code.doubt && { settles: SETTLES }), ...shown },
    name: await nameFinding(answers, 'name_matched', applicant),
  };
  return withReservations(leaves, 'right', { answers, known: SHOWN });
}

/** Fields that an answer may flag for a leaf of the report. */
const SHOWN = ['applicant_has_the_right_to_work', 'applicant_has_valid_share_code', 'name_matched'];

function byPerson(shown: ReturnType<typeof clientValues>): ShareCodeFindings {
  const reason = noSource('share_code', 'GBR');
  const open = (what: string) => doubtful(`${reason}. ${what}`, { settles: SETTLES });
  return {
    right: open('The right to work must be looked up with the Home Office'),
    code: { ...open('The share code must be looked up with the Home Office'), ...shown },
    name: open('The name must be compared with the Home Office record for the share code'),
  };
}

/** A provider that finds the code, but does not confirm all, may know of a restriction: a person reads which. */
function right(answers: readonly Answer[]): LeafFinding {
  const field = 'applicant_has_the_right_to_work';
  const partial = answers.some(({ status, fields }) => status === 'partial' && fields?.[field] === undefined);
  const found = neededField(answers, field);
  if (partial && found.result === 'consider') {
    return doubtful('The source does not say whether the right to work is restricted', { settles: SETTLES });
  }
  return found.doubt ? { ...found, settles: SETTLES } : found;
}

/** The right of an applicant without a share code, who has it by a document. */
export const rightByDocument = (): LeafFinding =>
  doubtful('The right to work must be looked up with the Home Office', {
    settles:
      'Check whether the document is on the lists at https://www.gov.uk/government/publications/right-to-work-checklist.',
  });
