import type { FastifyReply } from 'fastify';
import type { FormState } from '../../checks/forms/find.ts';
import { endPage } from '../hosted/end-page.ts';
import type { FormVisit } from './visit.ts';

/** Status of the page in place of a form: done, or permanently gone. */
const statusOf: Readonly<Record<Exclude<FormState, 'open'>, number>> = {
  sent: 200,
  not_needed: 410,
};

/** The page of a form that takes no answers any more. */
export function formEnd(reply: FastifyReply, visit: FormVisit, state: Exclude<FormState, 'open'>): FastifyReply {
  return endPage(reply, visit, { words: visit.text.ends[state], status: statusOf[state], done: state === 'sent' });
}
