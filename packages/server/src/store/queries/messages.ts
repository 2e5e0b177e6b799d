import { query, scoped } from '../query.ts';
import type { MessageRow } from '../schema.ts';

export const insertMessage = scoped<Omit<MessageRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('messages', {
    id: p.id,
    applicant_id: p.applicant_id,
    kind: p.kind,
    recipient: p.recipient,
    state: p.state,
    attempts: p.attempts,
    created_at: p.created_at,
    finished_at: p.finished_at,
    data: p.data,
  }),
);

export const findMessage = scoped<{ id: string }>()((from, p) =>
  from.select('messages').selectAll().where('id', '=', p.id),
);

/** Changes a message only from the state it was read with, so that of two who would change it one loses. */
export const moveMessage = scoped<
  Pick<MessageRow, 'id' | 'state' | 'attempts' | 'finished_at' | 'data'> & { from: MessageRow['state'] }
>()((from, p) =>
  from
    .update('messages')
    .set({ state: p.state, attempts: p.attempts, finished_at: p.finished_at, data: p.data })
    .where('id', '=', p.id)
    .where('state', '=', p.from),
);

/** When the messages of an applicant were queued, latest first. */
export const messagesOfApplicant = scoped<{ applicant_id: string; after: number; limit: number }>()((from, p) =>
  from
    .select('messages')
    .select('created_at')
    .where('applicant_id', '=', p.applicant_id)
    .where('created_at', '>', p.after)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
);

/** When messages to a phone were queued, latest first. */
export const messagesToRecipient = scoped<{ recipient: string; after: number; limit: number }>()((from, p) =>
  from
    .select('messages')
    .select('created_at')
    .where('recipient', '=', p.recipient)
    .where('created_at', '>', p.after)
    .orderBy('created_at', 'desc')
    .limit(p.limit),
);

/** What the outbox can be narrowed to. */
export type MessageFilter = 'account_id' | 'environment' | 'state';

type Narrowed = Pick<MessageRow, MessageFilter>;

function listing(filters: readonly MessageFilter[]) {
  const page = query<Narrowed & { limit: number; offset: number }>()((db, p) => {
    let rows = db.selectFrom('messages').selectAll();
    for (const filter of filters) rows = rows.where(filter, '=', p[filter]);
    return rows.orderBy('id', 'desc').limit(p.limit).offset(p.offset);
  });
  const count = query<Narrowed>()((db, p) => {
    let all = db.selectFrom('messages').select((select) => select.fn.countAll<number>().as('n'));
    for (const filter of filters) all = all.where(filter, '=', p[filter]);
    return all;
  });
  return { page, count };
}

const listings = new Map<string, ReturnType<typeof listing>>();

/** The outbox over all accounts, newest first, and its length; for the operator. One pair of queries for each filter set. */
export function messagesBy(filters: readonly MessageFilter[]): ReturnType<typeof listing> {
  const key = filters.join();
  const known = listings.get(key) ?? listing(filters);
  listings.set(key, known);
  return known;
}
