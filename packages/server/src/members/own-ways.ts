import { problem } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { identityOf, listPasskeys } from '../store/queries/sign-in-ways.ts';
import type { MemberRow } from '../store/schema.ts';
import type { SystemReader } from '../store/store.ts';
import { toMember } from './member.ts';

/** Throws `not_permitted` where members sign in at the OpenID provider alone: any other way would be a way around it. */
export function assertOwnWays({ settings }: Pick<Services, 'settings'>): void {
  if (settings.oidcOnly !== 'on') return;
  throw problem('not_permitted', { message: 'Members of this service sign in at its OpenID provider alone' });
}

/** Ways in which members sign in. */
export const waysToSignIn = ['password', 'totp', 'passkey', 'openid'] as const;
export type WayToSignIn = (typeof waysToSignIn)[number];

/** Ways that a member has set up to sign in. */
export async function waysOf(services: Services, read: SystemReader, row: MemberRow): Promise<WayToSignIn[]> {
  const { id, password, totp } = toMember(services, row);
  const has = {
    password: password !== null,
    totp: totp !== null,
    passkey: (await read.all(listPasskeys, { member_id: id })).length > 0,
    openid: (await read.first(identityOf, { member_id: id })) !== undefined,
  };
  return waysToSignIn.filter((way) => has[way]);
}

/** Returns whether a member can sign in at all: has accepted an invitation, or come by the OpenID provider. */
export async function hasWayIn(services: Services, read: SystemReader, row: MemberRow): Promise<boolean> {
  return (await waysOf(services, read, row)).some((way) => way !== 'totp');
}
