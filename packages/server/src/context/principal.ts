import type { MemberRole } from '../base/member-roles.ts';
import type { Environment } from '../store/schema.ts';

/**
 * Kinds of credentials that a request carries.
 *
 * - `token`: an API token, or the access token of an OAuth client
 * - `sdk`: an SDK token, or the address of a form or of a workflow run's page
 * - `operator`: an operator key
 * - `member`: the session of a person in the dashboard
 * - `system`: nobody's; a worker, or the service itself
 */
type PrincipalKind = 'token' | 'sdk' | 'operator' | 'member' | 'system';

/** Roles that limit a principal within its scope. The roles of members are the dashboard's. */
interface Roles {
  token: 'read_write' | 'read_only';
  sdk: 'applicant';
  operator: 'operator';
  member: MemberRole;
  system: 'system';
}

/** Scope that a principal can reach; null is all of it. */
interface PrincipalScope {
  readonly accountId: string | null;
  readonly environment: Environment | null;
  readonly applicantId: string | null;
}

/** The acting principal. Made at the gate, carried by `Ctx`, recorded with its changes. */
export type Principal = {
  [Kind in PrincipalKind]: {
    readonly kind: Kind;
    /** Public id of the credential; of `system`, the name of the part of the service. */
    readonly id: string;
    readonly role: Roles[Kind];
    readonly scope: PrincipalScope;
    /** Network address of the request that it acts in; absent where it acts by itself. */
    readonly address?: string;
  };
}[PrincipalKind];

const EVERYTHING: PrincipalScope = { accountId: null, environment: null, applicantId: null };

/** An API token as it is stored. */
interface ActingToken {
  readonly id: string;
  readonly parent_id: string | null;
  readonly account_id: string;
  readonly environment: Environment;
  readonly permission: 'read_write' | 'read_only';
}

/** The principal of an API token. An access token acts as its OAuth client. */
export function tokenPrincipal(token: ActingToken): Principal {
  return {
    kind: 'token',
    id: token.parent_id ?? token.id,
    role: token.permission,
    scope: { accountId: token.account_id, environment: token.environment, applicantId: null },
  };
}

/** Claims of an SDK token about its bearer. */
interface SdkBearer {
  readonly accountId: string;
  readonly environment: Environment;
  readonly applicantId: string;
  readonly tokenId: string;
}

/** The principal of an SDK token; its id is the id of the API token that made it. */
export function sdkPrincipal({ accountId, environment, applicantId, tokenId }: SdkBearer): Principal {
  return { kind: 'sdk', id: tokenId, role: 'applicant', scope: { accountId, environment, applicantId } };
}

/** The row of a check or a workflow run, whose page has an address. */
interface AddressedRow {
  readonly id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly applicant_id: string;
}

/** The principal of the address of a form or of a workflow run's page; its id is the id of the check or the run. */
export function addressPrincipal({ id, account_id, environment, applicant_id }: AddressedRow): Principal {
  const scope = { accountId: account_id, environment, applicantId: applicant_id };
  return { kind: 'sdk', id, role: 'applicant', scope };
}

/** The principal of an operator key, which reaches every account. */
export function operatorPrincipal(keyId: string): Principal {
  return { kind: 'operator', id: keyId, role: 'operator', scope: EVERYTHING };
}

/** The principal of a member who is signed in, in one of their accounts. */
export function memberPrincipal(
  { id, role }: { readonly id: string; readonly role: MemberRole },
  accountId: string,
  address: string,
): Principal {
  return { kind: 'member', id, role, scope: { accountId, environment: null, applicantId: null }, address };
}

/** The principal in a request from a network address. Written out: a spread takes eight times as long, in every request. */
export function withAddress({ kind, id, role, scope }: Principal, address: string): Principal {
  return { kind, id, role, scope, address } as Principal;
}

/** Parts of the service that act by themselves. */
export type SystemPart = 'start' | 'worker' | 'upkeep' | 'retention' | 'demo' | 'openid' | 'sign_in' | 'search';

/** The principal of a part of the service. */
export function systemPrincipal(part: SystemPart): Principal {
  return { kind: 'system', id: part, role: 'system', scope: EVERYTHING };
}

/** Returns whether an account and environment are in the scope of a principal. */
export function reaches({ scope }: Principal, accountId: string, environment: Environment): boolean {
  return (
    (scope.accountId === null || scope.accountId === accountId) &&
    (scope.environment === null || scope.environment === environment)
  );
}

/** A principal as a row records it: `operator:0192…`. */
export function recordOf({ kind, id }: Principal): string {
  return `${kind}:${id}`;
}

/** A recorded principal, as the operator interface shows it. */
export interface RecordedPrincipal {
  readonly kind: PrincipalKind;
  readonly id: string;
}

/** Reads what `recordOf` has written; null for rows of before principals were recorded. */
export function recordedPrincipal(record: string | null | undefined): RecordedPrincipal | null {
  if (!record) return null;
  const colon = record.indexOf(':');
  return { kind: record.slice(0, colon) as PrincipalKind, id: record.slice(colon + 1) };
}
