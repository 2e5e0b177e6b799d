import { sql } from 'kysely';
import { query } from '../query.ts';
import type { FailedSignInRow, InvitationRow, MemberRow, MemberSessionRow, MembershipRow } from '../schema.ts';

export const insertMember = query<MemberRow>()((db, p) =>
  db.insertInto('members').values({
    id: p.id,
    email_hash: p.email_hash,
    created_at: p.created_at,
    created_by: p.created_by,
    disabled_at: p.disabled_at,
    last_seen_at: p.last_seen_at,
    totp_step: p.totp_step,
    email_proved_at: p.email_proved_at,
    data: p.data,
  }),
);

export const findMember = query<{ id: string }>()((db, p) =>
  db.selectFrom('members').selectAll().where('id', '=', p.id),
);

export const findMemberByEmail = query<{ email_hash: string }>()((db, p) =>
  db.selectFrom('members').selectAll().where('email_hash', '=', p.email_hash),
);

/** Any member who has signed in; none before the first administrator, though others may be invited. */
export const anySeenMember = query()((db) =>
  db.selectFrom('members').select('id').where('last_seen_at', 'is not', null).orderBy('id').limit(1),
);

/** All members of the deployment, the earliest first. */
export const listAllMembers = query()((db) => db.selectFrom('members').selectAll().orderBy('id'));

/** The members of an account with their roles, the earliest first. */
export const listMembersOf = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .selectAll('members')
    .select('memberships.role')
    .where('memberships.account_id', '=', p.account_id)
    .where('memberships.accepted_at', 'is not', null)
    .orderBy('memberships.member_id'),
);

/** The members of an account and the people who have not accepted yet, the earliest first. */
export const listMembersAndInvited = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .selectAll('members')
    .select(['memberships.role', 'memberships.accepted_at', 'memberships.changed_at'])
    .where('memberships.account_id', '=', p.account_id)
    .orderBy('memberships.member_id'),
);

/** Updates a member that the transaction has locked. */
export const updateMemberData = query<Pick<MemberRow, 'id' | 'data'>>()((db, p) =>
  db.updateTable('members').set({ data: p.data }).where('id', '=', p.id),
);

/** Counts a one-time code: no row changes where it, or a later one, has counted. */
export const useTotpStep = query<{ id: string; step: number }>()((db, p) =>
  db.updateTable('members').set({ totp_step: p.step }).where('id', '=', p.id).where('totp_step', '<', p.step),
);

export const disableMember = query<{ id: string; disabled_at: number | null }>()((db, p) =>
  db.updateTable('members').set({ disabled_at: p.disabled_at }).where('id', '=', p.id),
);

/** Notes when the member proved their e-mail address; null where nobody has any more. */
export const proveEmail = query<{ id: string; email_proved_at: number | null }>()((db, p) =>
  db.updateTable('members').set({ email_proved_at: p.email_proved_at }).where('id', '=', p.id),
);

export const seeMember = query<{ id: string; last_seen_at: number }>()((db, p) =>
  db.updateTable('members').set({ last_seen_at: p.last_seen_at }).where('id', '=', p.id),
);

/** A membership that counts. */
export const findMembership = query<{ account_id: string; member_id: string }>()((db, p) =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('account_id', '=', p.account_id)
    .where('member_id', '=', p.member_id)
    .where('accepted_at', 'is not', null),
);

/** A membership, accepted or not. */
export const findAnyMembership = query<{ account_id: string; member_id: string }>()((db, p) =>
  db.selectFrom('memberships').selectAll().where('account_id', '=', p.account_id).where('member_id', '=', p.member_id),
);

/** The accounts of a member, with its role in each. */
export const listMemberships = query<{ member_id: string }>()((db, p) =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('member_id', '=', p.member_id)
    .where('accepted_at', 'is not', null)
    .orderBy('account_id'),
);

/** The accounts of a member and those that have invited the member, with the role in each. */
export const listAllMemberships = query<{ member_id: string }>()((db, p) =>
  db.selectFrom('memberships').selectAll().where('member_id', '=', p.member_id).orderBy('account_id'),
);

/** Adds a membership, or changes its role. `accepted_at` accepts it; null leaves it as it is. */
export const putMembership = query<MembershipRow>()((db, p) =>
  db
    .insertInto('memberships')
    .values({
      account_id: p.account_id,
      member_id: p.member_id,
      role: p.role,
      changed_at: p.changed_at,
      changed_by: p.changed_by,
      accepted_at: p.accepted_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'member_id']).doUpdateSet({
        role: p.role,
        changed_at: p.changed_at,
        changed_by: p.changed_by,
        accepted_at: sql<number | null>`coalesce(memberships.accepted_at, cast(${p.accepted_at} as bigint))`,
      }),
    ),
);

/** Accepts a membership; no row changes where it was accepted before, or was removed. */
export const acceptMembership = query<{ account_id: string; member_id: string; accepted_at: number }>()((db, p) =>
  db
    .updateTable('memberships')
    .set({ accepted_at: p.accepted_at })
    .where('account_id', '=', p.account_id)
    .where('member_id', '=', p.member_id)
    .where('accepted_at', 'is', null),
);

export const deleteMembership = query<{ account_id: string; member_id: string }>()((db, p) =>
  db.deleteFrom('memberships').where('account_id', '=', p.account_id).where('member_id', '=', p.member_id),
);

/** Administrators of an account who can sign in. */
export const listAdminsOf = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .select('members.id')
    .where('memberships.account_id', '=', p.account_id)
    .where('memberships.role', '=', 'admin')
    .where('memberships.accepted_at', 'is not', null)
    .where('members.disabled_at', 'is', null)
    .orderBy('memberships.member_id'),
);

export const insertInvitation = query<InvitationRow>()((db, p) =>
  db.insertInto('invitations').values({
    id: p.id,
    hash: p.hash,
    kind: p.kind,
    member_id: p.member_id,
    account_id: p.account_id,
    created_at: p.created_at,
    created_by: p.created_by,
    expires_at: p.expires_at,
    used_at: p.used_at,
    mailed_at: p.mailed_at,
    data: p.data,
  }),
);

export const findInvitation = query<{ hash: string }>()((db, p) =>
  db.selectFrom('invitations').selectAll().where('hash', '=', p.hash),
);

/** Uses an invitation up; no row changes where another request has used it. */
export const useInvitation = query<{ id: string; used_at: number }>()((db, p) =>
  db.updateTable('invitations').set({ used_at: p.used_at }).where('id', '=', p.id).where('used_at', 'is', null),
);

/** Ends all addresses for a first administrator that were not used. */
export const endFirstInvitations = query<{ used_at: number }>()((db, p) =>
  db.updateTable('invitations').set({ used_at: p.used_at }).where('kind', '=', 'first').where('used_at', 'is', null),
);

/** Ends the earlier invitations of a member, to any account. */
export const endInvitationsOf = query<{ member_id: string; used_at: number }>()((db, p) =>
  db
    .updateTable('invitations')
    .set({ used_at: p.used_at })
    .where('member_id', '=', p.member_id)
    .where('used_at', 'is', null),
);

/** Ends the earlier resets of a member. */
export const endResetsOf = query<{ member_id: string; used_at: number }>()((db, p) =>
  db
    .updateTable('invitations')
    .set({ used_at: p.used_at })
    .where('member_id', '=', p.member_id)
    .where('account_id', 'is', null)
    .where('used_at', 'is', null),
);

/** Ends the earlier invitations of a member to an account. */
export const endInvitationsTo = query<{ member_id: string; account_id: string; used_at: number }>()((db, p) =>
  db
    .updateTable('invitations')
    .set({ used_at: p.used_at })
    .where('member_id', '=', p.member_id)
    .where('account_id', '=', p.account_id)
    .where('used_at', 'is', null),
);

/** The last invitation of a member to an account, used or not. */
export const lastInvitationTo = query<{ member_id: string; account_id: string }>()((db, p) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('member_id', '=', p.member_id)
    .where('account_id', '=', p.account_id)
    .orderBy('id', 'desc')
    .limit(1),
);

/** The last invitation of a member that was not used: to any account, or to all of them. */
export const openInvitationOf = query<{ member_id: string }>()((db, p) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('member_id', '=', p.member_id)
    .where('used_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1),
);

/** The last invitation of a member that was not used, and that is to no single account. */
export const openInvitationToAll = query<{ member_id: string }>()((db, p) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('member_id', '=', p.member_id)
    .where('account_id', 'is', null)
    .where('kind', '=', 'member')
    .where('used_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1),
);

/** Notes whether the address of an invitation was mailed. */
export const noteInvitationMailed = query<{ hash: string; mailed_at: number | null }>()((db, p) =>
  db.updateTable('invitations').set({ mailed_at: p.mailed_at }).where('hash', '=', p.hash),
);

export const insertMemberSession = query<MemberSessionRow>()((db, p) =>
  db.insertInto('member_sessions').values({
    id: p.id,
    hash: p.hash,
    member_id: p.member_id,
    created_at: p.created_at,
    last_seen_at: p.last_seen_at,
    expires_at: p.expires_at,
    proved_at: p.proved_at,
    data: p.data,
  }),
);

export const findMemberSession = query<{ hash: string }>()((db, p) =>
  db.selectFrom('member_sessions').selectAll().where('hash', '=', p.hash),
);

export const findMemberSessionById = query<{ id: string }>()((db, p) =>
  db.selectFrom('member_sessions').selectAll().where('id', '=', p.id),
);

export const listMemberSessions = query<{ member_id: string }>()((db, p) =>
  db.selectFrom('member_sessions').selectAll().where('member_id', '=', p.member_id).orderBy('id', 'desc'),
);

export const touchMemberSession = query<{ id: string; last_seen_at: number }>()((db, p) =>
  db.updateTable('member_sessions').set({ last_seen_at: p.last_seen_at }).where('id', '=', p.id),
);

export const deleteMemberSession = query<{ id: string; member_id: string }>()((db, p) =>
  db.deleteFrom('member_sessions').where('id', '=', p.id).where('member_id', '=', p.member_id),
);

/** Ends the sessions of a member but one; `except` is empty to end all. */
export const deleteMemberSessions = query<{ member_id: string; except: string }>()((db, p) =>
  db.deleteFrom('member_sessions').where('member_id', '=', p.member_id).where('id', '!=', p.except),
);

export const deleteExpiredSessions = query<{ before: number }>()((db, p) =>
  db.deleteFrom('member_sessions').where('expires_at', '<=', p.before),
);

export const findFailedSignIns = query<{ hash: string }>()((db, p) =>
  db.selectFrom('failed_sign_ins').selectAll().where('hash', '=', p.hash),
);

/** Failures from which the delay grows no more. */
const MOST_FAILURES = 30;

/**
 * Counts a failure, and plans when the next attempt is judged: `delayAfter` gives milliseconds by failures. No row changes
 * while a delay lasts, so of attempts at once no more are judged than it allows. The count starts again where the last failure
 * is older than `before`.
 */
export const countFailedSignIn = (delayAfter: (failures: number) => number) =>
  query<Pick<FailedSignInRow, 'hash' | 'last_at'> & { before: number }>()((db, p) => {
    const now = sql<number>`cast(${p.last_at} as bigint)`;
    const failures = sql<number>`case when failed_sign_ins.last_at <= ${p.before} then 1 else failed_sign_ins.failures + 1 end`;
    const delays = Array.from(
      { length: MOST_FAILURES },
      (_, index) => sql`when ${failures} = ${sql.lit(index + 1)} then ${sql.lit(delayAfter(index + 1))}`,
    );
    const delay = sql<number>`case ${sql.join(delays, sql` `)} else ${sql.lit(delayAfter(MOST_FAILURES))} end`;
    return db
      .insertInto('failed_sign_ins')
      .values({
        hash: p.hash,
        failures: 1,
        last_at: p.last_at,
        next_at: sql<number>`${now} + ${sql.lit(delayAfter(1))}`,
      })
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet({ failures, last_at: p.last_at, next_at: sql<number>`${now} + ${delay}` })
          .where('failed_sign_ins.next_at', '<=', p.last_at),
      );
  });

export const forgetFailedSignIns = query<{ hash: string }>()((db, p) =>
  db.deleteFrom('failed_sign_ins').where('hash', '=', p.hash),
);

export const dropFailedSignIns = query<{ before: number }>()((db, p) =>
  db.deleteFrom('failed_sign_ins').where('last_at', '<=', p.before),
);
