import type { FastifyReply } from 'fastify';
import type { FormState } from '../../checks/forms/find.ts';
import { endPage } from '../hosted/end-page.ts';
import { answeredSteps } from './steps.ts';
import { type FormVisit, questionsIn } from './visit.ts';

/** Status of the page in place of a form: done, or permanently gone. */
const statusOf: Readonly<Record<Exclude<FormState, 'open'>, number>> = {
  sent: 200,
  not_needed: 410,
};

/** The page of a form that takes no answers any more. */
export async function formEnd(
  reply: FastifyReply,
  visit: FormVisit,
  state: Exclude<FormState, 'open'>,
): Promise<FastifyReply> {
  const sent = state === 'sent' && {
    received: answeredSteps(await questionsIn(visit)),
    isFinished: visit.form.check.status === 'complete',
  };
  return endPage(reply, visit, { words: visit.text.ends[state], status: statusOf[state], sent: sent || null });
}
