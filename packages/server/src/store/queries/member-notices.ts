import { query } from '../query.ts';
import type { MemberNoticeRow } from '../schema.ts';

export const insertMemberNotice = query<MemberNoticeRow>()((db, p) =>
  db.insertInto('member_notices').values({
    id: p.id,
    member_id: p.member_id,
    kind: p.kind,
    created_at: p.created_at,
    sent_at: p.sent_at,
    tried_at: p.tried_at,
    data: p.data,
  }),
);

/** Takes one to send that nobody has tried since `before`; 0 rows where another process has. */
export const takeNotice = query<{ id: string; tried_at: number; before: number }>()((db, p) =>
  db
    .updateTable('member_notices')
    .set({ tried_at: p.tried_at })
    .where('id', '=', p.id)
    .where('sent_at', 'is', null)
    .where('tried_at', '<=', p.before),
);

export const noteNoticeSent = query<{ id: string; sent_at: number }>()((db, p) =>
  db.updateTable('member_notices').set({ sent_at: p.sent_at }).where('id', '=', p.id).where('sent_at', 'is', null),
);

/** Notices that wait, from a moment on, the earliest first. */
export const unsentNotices = query<{ since: number; limit: number }>()((db, p) =>
  db
    .selectFrom('member_notices')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('created_at', '>=', p.since)
    .orderBy('created_at')
    .limit(p.limit),
);

/** The newest notices of a member. @param except a kind that is left out */
export const noticesOfMember = query<{ member_id: string; except: string; limit: number }>()((db, p) =>
  db
    .selectFrom('member_notices')
    .selectAll()
    .where('member_id', '=', p.member_id)
    .where('kind', '<>', p.except)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export const dropMemberNotices = query<{ before: number }>()((db, p) =>
  db.deleteFrom('member_notices').where('created_at', '<=', p.before),
);
