import { query, scoped } from '../query.ts';
import type { MailRow } from '../schema.ts';

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

export const findMail = scoped<{ id: string }>()((from, p) => from.select('mails').selectAll().where('id', '=', p.id));

/** Changes a mail only from the state it was read with, so that of two who would change it one loses. */
export const moveMail = scoped<
  Pick<MailRow, 'id' | 'state' | 'attempts' | 'finished_at' | 'data'> & { from: MailRow['state'] }
>()((from, p) =>
  from
    .update('mails')
    .set({ state: p.state, attempts: p.attempts, finished_at: p.finished_at, data: p.data })
    .where('id', '=', p.id)
    .where('state', '=', p.from),
);

/** The checks whose mail was given up, because the applicant was to be erased or for another reason. */
export const listDroppedMails = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('mails').select('check_id').where('applicant_id', '=', p.applicant_id).where('state', '=', 'dropped'),
);

/** What the outbox can be narrowed to. */
export type MailFilter = 'account_id' | 'environment' | 'state';

type Narrowed = Pick<MailRow, MailFilter>;

function listing(filters: readonly MailFilter[]) {
  // Ids first, then the rows of these only: sealed mails are large, and a deep page passes over many.
  const page = query<Narrowed & { limit: number; offset: number }>()((db, p) => {
    let ids = db.selectFrom('mails').select('id');
    for (const filter of filters) ids = ids.where(filter, '=', p[filter]);
    return db
      .selectFrom('mails')
      .selectAll()
      .where('id', 'in', ids.orderBy('id', 'desc').limit(p.limit).offset(p.offset))
      .orderBy('id', 'desc');
  });
  const count = query<Narrowed>()((db, p) => {
    let all = db.selectFrom('mails').select((select) => select.fn.countAll<number>().as('n'));
    for (const filter of filters) all = all.where(filter, '=', p[filter]);
    return all;
  });
  return { page, count };
}

const listings = new Map<string, ReturnType<typeof listing>>();

/**
 * The outbox over all accounts, newest first, and its length; for the operator. One pair of queries for each set of
 * filters, so that none carries conditions that it doesn't need.
 */
export function mailsBy(filters: readonly MailFilter[]): ReturnType<typeof listing> {
  const key = filters.join();
  const known = listings.get(key) ?? listing(filters);
  listings.set(key, known);
  return known;
}
