import type { Ctx } from '../../context/ctx.ts';
import type { ApplicantPasskeyRow } from '../../store/schema.ts';
import type { Credential } from '../webauthn/ceremonies.ts';

export const passkeyStates = ['ACTIVE', 'INACTIVE'] as const;

/** Passkeys of one user. */
export const MOST_PASSKEYS = 20;

/** Sealed data of an applicant's passkey. */
export interface KeptPasskey {
  /** The host under which it was made: it works there alone. */
  readonly application_domain: string;
  /** Absent of one that no device has. */
  readonly credential?: Credential;
}

/** A passkey of an applicant. Times are Unix milliseconds. */
export interface ApplicantPasskey
  extends Pick<KeptPasskey, 'application_domain'>,
    Pick<ApplicantPasskeyRow, 'id' | 'applicant_id' | 'state'> {
  readonly created_at: number;
  readonly last_used_at: number | null;
}

export function toPasskey({ vault }: Pick<Ctx, 'vault'>, row: ApplicantPasskeyRow): ApplicantPasskey {
  const { id, applicant_id, state, created_at, last_used_at } = row;
  const { application_domain } = vault.open<KeptPasskey>(id, row.data);
  const used = last_used_at === null ? null : Number(last_used_at);
  return { id, applicant_id, application_domain, state, created_at: Number(created_at), last_used_at: used };
}

/**
 * The mark of a user, hexadecimal: HMAC-SHA256 of account, environment and name under a key of the deployment, since names of
 * users may be e-mail addresses.
 */
export function userMark(ctx: Ctx, username: string): string {
  return ctx.services.master.hash('passkey-users', JSON.stringify([ctx.account_id, ctx.environment, username]));
}
