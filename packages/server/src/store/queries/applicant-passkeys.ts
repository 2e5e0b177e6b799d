import { sql } from 'kysely';
import { joined, scoped } from '../query.ts';
import type { ApplicantPasskeyRow, PasskeyUserRow } from '../schema.ts';

/** Remembers that a user has had a passkey. */
export const putPasskeyUser = scoped<Omit<PasskeyUserRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('passkey_users', {
      id: p.id,
      applicant_id: p.applicant_id,
      hash: p.hash,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'hash', 'applicant_id']).doNothing()),
);

/** Finds out whether a user has had a passkey, among applicants that are not scheduled for deletion. */
export const findPasskeyUser = scoped<{ hash: string }>()((from, p, dialect) =>
  from
    .selectByAccount('passkey_users')
    .innerJoin('applicants', joined(dialect, 'applicants.id', 'passkey_users.applicant_id'))
    .where('passkey_users.hash', '=', p.hash)
    .where(sql<number>`coalesce(applicants.delete_at, 0)`, '=', 0)
    .select('passkey_users.id')
    .limit(1),
);

export const insertApplicantPasskey = scoped<Omit<ApplicantPasskeyRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('applicant_passkeys', {
    id: p.id,
    applicant_id: p.applicant_id,
    hash: p.hash,
    state: p.state,
    counter: p.counter,
    created_at: p.created_at,
    last_used_at: p.last_used_at,
    data: p.data,
  }),
);

/** The passkeys of a user, oldest first, of applicants that are not scheduled for deletion. */
export const passkeysOfUser = scoped<{ hash: string }>()((from, p, dialect) =>
  from
    .selectByAccount('applicant_passkeys')
    .innerJoin('applicants', joined(dialect, 'applicants.id', 'applicant_passkeys.applicant_id'))
    .where('applicant_passkeys.hash', '=', p.hash)
    .where(sql<number>`coalesce(applicants.delete_at, 0)`, '=', 0)
    .selectAll('applicant_passkeys')
    .orderBy('applicant_passkeys.created_at')
    .orderBy('applicant_passkeys.id'),
);

/** Passkeys that were made for one applicant, oldest first. */
export const passkeysOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('applicant_passkeys')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('created_at')
    .orderBy('id'),
);

export const setPasskeyState = scoped<Pick<ApplicantPasskeyRow, 'id' | 'state'>>()((from, p) =>
  from.update('applicant_passkeys').set({ state: p.state }).where('id', '=', p.id),
);

/** Notes a use of a passkey that is active; changes nothing where its device has counted as many uses already. */
export const usePasskeyOfUser = scoped<{ id: string; counter: number; last_used_at: number }>()((from, p) =>
  from
    .update('applicant_passkeys')
    .set({ counter: p.counter, last_used_at: p.last_used_at })
    .where('id', '=', p.id)
    .where('state', '=', 'ACTIVE')
    // Devices that don't count stay at 0.
    .where((row) => row.or([row('counter', '<', p.counter), row('counter', '=', 0)])),
);

export const deleteApplicantPasskey = scoped<{ id: string }>()((from, p) =>
  from.delete('applicant_passkeys').where('id', '=', p.id),
);
