import { query } from '../query.ts';
import type { MemberDeviceRow, MemberIdentityRow, PasskeyRow, UsedChallengeRow } from '../schema.ts';

export const insertPasskey = query<PasskeyRow>()((db, p) =>
  db
    .insertInto('passkeys')
    .values({
      id: p.id,
      hash: p.hash,
      member_id: p.member_id,
      counter: p.counter,
      created_at: p.created_at,
      last_used_at: p.last_used_at,
      data: p.data,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing()),
);

export const findPasskey = query<{ hash: string }>()((db, p) =>
  db.selectFrom('passkeys').selectAll().where('hash', '=', p.hash),
);

/** The passkeys of a member, the earliest first. */
export const listPasskeys = query<{ member_id: string }>()((db, p) =>
  db.selectFrom('passkeys').selectAll().where('member_id', '=', p.member_id).orderBy('id'),
);

/** Notes a signature. No row changes where the counter has not grown: another authenticator may have the same key. */
export const usePasskey = query<{ id: string; counter: number; last_used_at: number }>()((db, p) =>
  db
    .updateTable('passkeys')
    .set({ counter: p.counter, last_used_at: p.last_used_at })
    .where('id', '=', p.id)
    .where((eb) => eb.or([eb('counter', '<', p.counter), eb('counter', '=', 0)])),
);

export const updatePasskeyData = query<Pick<PasskeyRow, 'id' | 'data'>>()((db, p) =>
  db.updateTable('passkeys').set({ data: p.data }).where('id', '=', p.id),
);

export const deletePasskey = query<{ id: string; member_id: string }>()((db, p) =>
  db.deleteFrom('passkeys').where('id', '=', p.id).where('member_id', '=', p.member_id),
);

export const deletePasskeysOf = query<{ member_id: string }>()((db, p) =>
  db.deleteFrom('passkeys').where('member_id', '=', p.member_id),
);

/** Uses a challenge up; no row changes where it was answered before. */
export const insertUsedChallenge = query<UsedChallengeRow>()((db, p) =>
  db
    .insertInto('used_challenges')
    .values({ hash: p.hash, expires_at: p.expires_at })
    .onConflict((conflict) => conflict.column('hash').doNothing()),
);

export const deleteExpiredChallenges = query<{ before: number }>()((db, p) =>
  db.deleteFrom('used_challenges').where('expires_at', '<=', p.before),
);

export const findMemberIdentity = query<{ hash: string }>()((db, p) =>
  db.selectFrom('member_identities').selectAll().where('hash', '=', p.hash),
);

/** One person of the OpenID provider who is a member. */
export const identityOf = query<{ member_id: string }>()((db, p) =>
  db.selectFrom('member_identities').selectAll().where('member_id', '=', p.member_id).orderBy('hash').limit(1),
);

export const insertMemberIdentity = query<MemberIdentityRow>()((db, p) =>
  db
    .insertInto('member_identities')
    .values({ hash: p.hash, member_id: p.member_id, created_at: p.created_at })
    .onConflict((conflict) => conflict.column('hash').doNothing()),
);

export const deleteIdentitiesOf = query<{ member_id: string }>()((db, p) =>
  db.deleteFrom('member_identities').where('member_id', '=', p.member_id),
);

/** Notes that a member signs in with a browser. */
export const putMemberDevice = query<MemberDeviceRow>()((db, p) =>
  db
    .insertInto('member_devices')
    .values({ hash: p.hash, member_id: p.member_id, created_at: p.created_at, last_seen_at: p.last_seen_at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ last_seen_at: p.last_seen_at })),
);

export const findMemberDevice = query<{ hash: string }>()((db, p) =>
  db.selectFrom('member_devices').selectAll().where('hash', '=', p.hash),
);

/** One browser of a member; none before the first sign-in. */
export const anyDeviceOf = query<{ member_id: string }>()((db, p) =>
  db.selectFrom('member_devices').selectAll().where('member_id', '=', p.member_id).orderBy('hash').limit(1),
);

export const dropMemberDevices = query<{ before: number }>()((db, p) =>
  db.deleteFrom('member_devices').where('last_seen_at', '<=', p.before),
);
