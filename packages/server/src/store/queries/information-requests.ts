import { sql } from 'kysely';
import { query, type ScopedBuilder, scoped } from '../query.ts';
import type { InformationRequestRow } from '../schema.ts';

type New = Omit<InformationRequestRow, 'account_id' | 'environment'>;

export const insertInformationRequest = scoped<New>()((from, p) =>
  from.insert('information_requests', {
    id: p.id,
    applicant_id: p.applicant_id,
    check_id: p.check_id,
    report_id: p.report_id,
    state: p.state,
    created_at: p.created_at,
    created_by: p.created_by,
    expires_at: p.expires_at,
    ended_at: p.ended_at,
    data: p.data,
  }),
);

export const findInformationRequest = scoped<{ id: string }>()((from, p) =>
  from.select('information_requests').selectAll().where('id', '=', p.id),
);

/** Finds a request in any account. */
export const findInformationRequestAnywhere = query<{ id: string }>()((db, p) =>
  db.selectFrom('information_requests').selectAll().where('id', '=', p.id),
);

/** The requests of a report, the earliest first. */
export const informationRequestsOf = scoped<{ report_id: string }>()((from, p) =>
  from.select('information_requests').selectAll().where('report_id', '=', p.report_id).orderBy('id'),
);

/** A request of a check that waits for its applicant. */
export const findOpenRequestOfCheck = scoped<{ check_id: string }>()((from, p) =>
  from
    .select('information_requests')
    .select('id')
    .where('check_id', '=', p.check_id)
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(1),
);

/** Ends an open request; no row changes for any other. */
export const endInformationRequest = scoped<
  Pick<InformationRequestRow, 'id' | 'state' | 'data'> & { ended_at: number }
>()((from, p) =>
  from
    .update('information_requests')
    .set({ state: p.state, ended_at: p.ended_at, data: p.data })
    .where('id', '=', p.id)
    .where('state', '=', 'open'),
);

/** Stores the data of an open request. */
export const updateInformationRequest = scoped<Pick<InformationRequestRow, 'id' | 'data'>>()((from, p) =>
  from.update('information_requests').set({ data: p.data }).where('id', '=', p.id).where('state', '=', 'open'),
);

const open = (from: ScopedBuilder) =>
  from
    .selectByAccount('information_requests')
    // The condition of its index.
    .where(sql<boolean>`state = 'open'`);

/** Requests that wait for their applicants, those that expire first. */
export const listOpenRequests = scoped<{ expires: number; after: string; limit: number }>()((from, p) =>
  open(from)
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('expires_at', 'id'), '>', tuple<number, string>(p.expires, p.after)),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
);

export const countOpenRequests = scoped<object>()((from) =>
  open(from).select((select) => select.fn.countAll<number>().as('n')),
);
