import { scoped, unsought } from '../query.ts';
import type { MailRow } from '../schema.ts';
import { outboxQueries } from './outbox.ts';

export const mailQueries = outboxQueries<MailRow>('mails');

export const insertMail = scoped<Omit<MailRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('mails', {
    id: p.id,
    applicant_id: p.applicant_id,
    check_id: p.check_id,
    kind: p.kind,
    state: p.state,
    attempts: p.attempts,
    created_at: p.created_at,
    finished_at: p.finished_at,
    data: p.data,
  }),
);

/** The checks whose mail was given up, because the applicant was to be erased or for another reason. */
export const listDroppedMails = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('mails').select('check_id').where('applicant_id', '=', p.applicant_id).where('state', '=', 'dropped'),
);

/** All mail to an applicant, the earliest first. */
export const mailsOfApplicant = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from.select('mails').selectAll().where('applicant_id', '=', p.applicant_id).orderBy(unsought(dialect, 'id')),
);
