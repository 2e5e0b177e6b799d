import type { FormQuestion, Questions } from '../../checks/forms/questions.ts';
import type { Visit } from '../hosted/visit.ts';

/** A page of the form, or two that belong together, and what it asks. */
interface Step {
  readonly name: 'details' | 'number' | 'document' | 'proof' | 'photo';
  readonly questions: readonly FormQuestion[];
  /** Minutes that it takes. */
  readonly minutes: number;
}

const steps: readonly Step[] = [
  { name: 'details', questions: ['date_of_birth', 'address', 'residence', 'phone_number', 'consent'], minutes: 1 },
  { name: 'number', questions: ['id_number'], minutes: 1 },
  { name: 'document', questions: ['identity_document', 'identity_document_back'], minutes: 1 },
  { name: 'proof', questions: ['address_proof'], minutes: 1 },
  { name: 'photo', questions: ['live_photo'], minutes: 1 },
];

export type StepName = Step['name'];

/** The page on which everything is looked over and sent. */
export const CHECK = 'check';

/** The steps of a form, in their order. */
export function stepsOf({ questions: formQuestions }: Questions): Step[] {
  return steps.filter(({ questions }) => questions.some((question) => formQuestions.has(question)));
}

/** The steps in which the applicant gave something besides consent. */
export function answeredSteps({ questions: formQuestions }: Questions): StepName[] {
  const isGiven = (question: FormQuestion) => question !== 'consent' && formQuestions.get(question) === true;
  return steps.filter(({ questions }) => questions.some(isGiven)).map(({ name }) => name);
}

/** Path of the page where a question is answered. */
export function pathOf(question: FormQuestion): string {
  if (question === 'identity_document_back') return 'document/back';
  return steps.find(({ questions }) => questions.includes(question))!.name;
}

/** Path of the first page with something unanswered, or the last page. */
export function nextPath({ missing }: Questions): string {
  return missing.length === 0 ? CHECK : pathOf(missing[0]!);
}

/** Target of `Back` from a step: the step before, or the start. */
export function backFrom({ root }: Pick<Visit, 'root'>, questions: Questions, name: StepName | typeof CHECK): string {
  const names: string[] = stepsOf(questions).map((step) => step.name);
  const before = name === CHECK ? names.at(-1) : names[names.indexOf(name) - 1];
  return before === undefined ? root : `${root}/${before}`;
}

/** Number of a page's step, and the number of steps; the last look is one too. */
export function placeOf(questions: Questions, name: StepName | typeof CHECK): { step: number; of: number } {
  const names: string[] = [...stepsOf(questions).map((step) => step.name), CHECK];
  return { step: names.indexOf(name) + 1, of: names.length };
}
