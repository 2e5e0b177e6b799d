import type { Assessment } from '../outcome.ts';
import type { ReportApplicant, ReportSubject } from '../types.ts';
import { consider, doubtful, unassessed } from './assessment.ts';
import type { Answer } from './lookup.ts';
import { lookupSubject, nameFinding, neededField, noSource, withReservations } from './source-answers.ts';
import type { Tools } from './tools.ts';

export type PanTools = Tools<'decision' | 'step' | 'lookUp'>;

/**
 * A Permanent Account Number of a person: three letters, `P`, the first letter of the family name, four digits from 0001, a letter
 * (https://incometaxindia.gov.in/Documents/about-pan.htm). stdnum takes the number of a person for one of a company.
 */
const PERSON = /^[A-Z]{3}P[A-Z](?!0000)\d{4}[A-Z]$/;

/** The form of the PAN, then what a PAN service says of it and of its holder. A malformed one is sent to nobody. */
export async function assessPan(type: string, { applicant }: ReportSubject, tools: PanTools): Promise<Assessment> {
  await tools.step('looking up the PAN');
  const idNumber = applicant.id_numbers.find((number) => number.type === type)?.value;
  const assessment = (
    pan_valid: Assessment['leaves'][string],
    name_match: Assessment['leaves'][string],
    name?: string,
  ) => ({
    leaves: { 'device.pan_valid': pan_valid, 'device.name_match': name_match },
    properties: { device: { ...(idNumber && { pan: idNumber }), ...(name && { full_name: name }) } },
  });
  if (!idNumber)
    return assessment(
      doubtful('The client sent no PAN for this applicant'),
      unassessed('The client sent no PAN for this applicant'),
    );
  const value = idNumber.replace(/\s/g, '').toUpperCase();
  if (!PERSON.test(value)) {
    return assessment(
      consider('The PAN does not have the format of a personal PAN'),
      unassessed('The name was not compared because the PAN is invalid'),
    );
  }
  const id_numbers = [{ type, value }];
  const answers = await tools.lookUp({ ...lookupSubject(applicant), id_numbers }, 'pan', 'IND');
  if (answers.length === 0) {
    const reason = noSource('pan', 'IND');
    const settles = 'Look up the PAN with the Income Tax Department and compare the name of its holder.';
    return assessment(
      doubtful(`${reason}. The PAN has the right format, but nobody has verified it`, { settles }),
      unassessed(`${reason}. ${initialOf(value, applicant)}`),
    );
  }
  const full_name = answers.find(({ values }) => values?.full_name)?.values?.full_name;
  const leaves = {
    pan_valid: neededField(answers.map(foundNumber), 'pan_valid'),
    name_match: await nameFinding(answers, 'name_match', applicant),
  };
  const settled = withReservations(leaves, 'pan_valid', { answers, known: Object.keys(leaves) });
  return assessment(settled.pan_valid, settled.name_match, full_name);
}

/** A source that holds the number under another name confirms the number. */
const foundNumber = (answer: Answer): Answer =>
  answer.status === 'partial' ? { ...answer, fields: { pan_valid: 'match', ...answer.fields } } : answer;

/** A hint alone: names are written in more than one way in Latin letters. */
function initialOf(pan: string, { last_name }: ReportApplicant): string {
  const first = last_name.normalize('NFD').match(/[a-z]/i)?.[0]?.toUpperCase();
  const same = first === pan[4];
  return `The fifth letter of the PAN ${same ? 'matches' : 'does not match'} the first letter of the last name`;
}
