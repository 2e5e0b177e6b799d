import { sql } from 'kysely';
import { scoped, unsought } from '../query.ts';
import type { CaseMentionRow } from '../schema.ts';

export const insertCaseMention = scoped<Omit<CaseMentionRow, 'account_id' | 'environment' | 'read_at'>>()((from, p) =>
  from.insert('case_mentions', {
    id: p.id,
    applicant_id: p.applicant_id,
    entry_id: p.entry_id,
    member_id: p.member_id,
    created_at: p.created_at,
    read_at: null,
  }),
);

/** The newest mentions of a member with the entries that mention them. */
export const mentionsOfMember = scoped<{ member_id: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('case_mentions')
    .selectAll()
    .where('member_id', '=', p.member_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Counts the mentions that a member has not read, by applicant. */
export const countUnreadMentions = scoped<{ member_id: string }>()((from, p) =>
  from
    .selectByAccount('case_mentions')
    .where('member_id', '=', p.member_id)
    // The condition of its index.
    .where('read_at', 'is', null)
    .select((select) => ['applicant_id' as const, select.fn.countAll<number>().as('n')])
    .groupBy('applicant_id'),
);

/** Notes that a member has read the mentions in the case of an applicant. */
export const readMentions = scoped<{ member_id: string; applicant_id: string; read_at: number }>()((from, p, dialect) =>
  from
    .update('case_mentions')
    .set({ read_at: p.read_at })
    .where('applicant_id', '=', p.applicant_id)
    .where(unsought(dialect, 'member_id'), '=', p.member_id)
    // An expression, so that both stores find the rows by the applicant.
    .where(sql<number>`coalesce(read_at, 0)`, '=', 0),
);

/** An entry of a case. */
export const findCaseEntry = scoped<{ id: string }>()((from, p) =>
  from.select('case_entries').selectAll().where('id', '=', p.id),
);
