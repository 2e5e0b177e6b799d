import { isAddress } from '../../base/mail-address.ts';
import { memberRoles } from '../../base/member-roles.ts';
import { choiceAt, eachOnce, listAt, objectAt, textAt } from '../../base/place.ts';
import { pathsIn, renamedPaths } from '../letter.ts';
import { notify as queueNotices } from '../runs/notify.ts';
import { createTask, finishTask } from '../runs/tasks.ts';
import type { NotifyStep } from '../workflow.ts';
import { enqueueWork } from './enqueue-work.ts';
import { OF_THE_SERVICE, type StepFields, type StepKind } from './kind.ts';

const MOST_ADDRESSES = 10;
const SUBJECT = [/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u, 'one line of at most 200 letters'] as const;
const TEXT = [/^[\s\S]{1,5000}$/u, 'at most 5,000 letters'] as const;

/** Reads the recipients: the applicant, the members of a role, or addresses. */
function readRecipients(fields: StepFields): NotifyStep['to'] {
  const at = fields.at('to');
  if (typeof at.value === 'object' && at.value !== null && !Array.isArray(at.value)) {
    return { role: choiceAt(objectAt(at, ['role']).at('role'), memberRoles) };
  }
  if (!Array.isArray(at.value)) return choiceAt(at, ['applicant']);
  const to = listAt(at, MOST_ADDRESSES, (item) => {
    if (typeof item.value !== 'string' || !isAddress(item.value)) item.wrong(item.path, 'must be an e-mail address');
    return String(item.value);
  });
  if (to.length === 0) at.wrong(at.path, 'must have at least one address');
  eachOnce(at, to);
  return to;
}

const recipientsOf = ({ to }: NotifyStep): string =>
  typeof to === 'string' ? to : 'role' in to ? `members: ${to.role}` : to.join(', ');

/** Sends a mail. */
export const notify: StepKind<NotifyStep> = {
  keys: ['to', 'subject', 'text'],
  parse(head, fields) {
    const words = { subject: textAt(fields.at('subject'), SUBJECT), text: textAt(fields.at('text'), TEXT) };
    return { ...head, to: readRecipients(fields), ...words };
  },
  judge(step, { at, value }) {
    for (const key of ['subject', 'text'] as const) {
      for (const path of pathsIn(String(step[key]))) value([...at, key], path);
    }
  },
  rename(step, naming) {
    const renamed = (text: string) => renamedPaths(text, naming.path);
    return { ...step, subject: renamed(step.subject), text: renamed(step.text) };
  },
  outputTypes: () => ({ mails: 'number' }),
  hint: (step) => `mail to ${recipientsOf(step)}`,
  /** The mails are queued in the transaction that writes the task: a repeated job finds the task and sends nothing again. */
  async begin(ctx, tx, run, { place, step }) {
    await enqueueWork(ctx, tx, run);
    const input = { mails: await queueNotices(ctx, tx, run, step) };
    return { run, task: await createTask(ctx, tx, run, { ...place, input }) };
  },
  completion: OF_THE_SERVICE,
  settle: (ctx, tx, run, { task }) => finishTask(ctx, tx, run, task, { mails: task.input.mails }),
};
