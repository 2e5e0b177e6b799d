import { query, scoped, unsought } from '../query.ts';
import type { ChallengeRow } from '../schema.ts';

export const insertChallenge = scoped<Pick<ChallengeRow, 'id' | 'applicant_id' | 'created_at' | 'asked'>>()((from, p) =>
  from.insert('challenges', {
    id: p.id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    used_at: null,
    asked: p.asked,
    answer: null,
  }),
);

export const findChallenge = scoped<{ id: string; applicant_id: string }>()((from, p, dialect) =>
  from
    .select('challenges')
    .selectAll()
    .where('id', '=', p.id)
    .where(unsought(dialect, 'applicant_id'), '=', p.applicant_id),
);

/** Marks a challenge as used. If two uploads answer one challenge, only the first changes the row. */
export const markChallengeUsed = scoped<{ id: string; used_at: number }>()((from, p) =>
  from.update('challenges').set({ used_at: p.used_at }).where('id', '=', p.id).where('used_at', 'is', null),
);

/** Finds a challenge whose address names neither account nor applicant. */
export const findChallengeAnywhere = query<{ id: string }>()((db, p) =>
  db.selectFrom('challenges').selectAll().where('id', '=', p.id),
);

/** Stores the answer of a wallet. If two come, only the first changes the row. */
export const answerChallenge = scoped<{ id: string; answer: string }>()((from, p) =>
  from
    .update('challenges')
    .set({ answer: p.answer })
    .where('id', '=', p.id)
    .where('answer', 'is', null)
    .where('used_at', 'is', null),
);

/** Deletes challenges that no applicant can answer any more. */
export const deleteOldChallenges = query<{ before: number }>()((db, p) =>
  db.deleteFrom('challenges').where('created_at', '<', p.before),
);
