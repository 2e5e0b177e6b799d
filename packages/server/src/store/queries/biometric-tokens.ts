import { query, scoped } from '../query.ts';
import type { BiometricTokenRow } from '../schema.ts';

type New = Omit<BiometricTokenRow, 'account_id' | 'environment'>;

export const insertBiometricToken = scoped<New>()((from, p) =>
  from.insert('biometric_tokens', {
    id: p.id,
    applicant_id: p.applicant_id,
    workflow_run_id: p.workflow_run_id,
    person: p.person,
    created_at: p.created_at,
    status: p.status,
    data: p.data,
  }),
);

/** Biometric tokens of one person, newest first. */
export const listBiometricTokens = scoped<{ person: string }>()((from, p) =>
  from
    .selectByAccount('biometric_tokens')
    .selectAll()
    .where('person', '=', p.person)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Biometric tokens that runs of one applicant have made, oldest first. */
export const biometricTokensOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('biometric_tokens')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('created_at')
    .orderBy('id'),
);

export const findBiometricToken = scoped<{ id: string; person: string }>()((from, p) =>
  from.select('biometric_tokens').selectAll().where('id', '=', p.id).where('person', '=', p.person),
);

export const setBiometricTokenStatus = scoped<Pick<BiometricTokenRow, 'id' | 'status'>>()((from, p) =>
  from.update('biometric_tokens').set({ status: p.status }).where('id', '=', p.id),
);

export const deleteBiometricToken = scoped<{ id: string }>()((from, p) =>
  from.delete('biometric_tokens').where('id', '=', p.id),
);

/** A biometric token of any account that was made before `before`. */
export const biometricTokenFromBefore = query<{ before: number }>()((db, p) =>
  db.selectFrom('biometric_tokens').select('id').where('created_at', '<', p.before).limit(1),
);
