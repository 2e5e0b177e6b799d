import { describe, expect, test } from 'vitest';
import {
  addressPrincipal,
  operatorPrincipal,
  type Principal,
  reaches,
  recordedPrincipal,
  recordOf,
  sdkPrincipal,
  systemPrincipal,
  tokenPrincipal,
} from './principal.ts';

const of = { account_id: 'acme', environment: 'sandbox' } as const;
const whole = { accountId: 'acme', environment: 'sandbox', applicantId: null };

describe('a principal', () => {
  test('of an API token has its permission as role, and an access token acts as its client', () => {
    const token = { ...of, id: 'T', parent_id: null, permission: 'read_only' } as const;
    expect(tokenPrincipal(token)).toEqual({ kind: 'token', id: 'T', role: 'read_only', scope: whole });
    expect(tokenPrincipal({ ...token, parent_id: 'C', permission: 'read_write' })).toEqual({
      kind: 'token',
      id: 'C',
      role: 'read_write',
      scope: whole,
    });
  });

  test('of an SDK token or of an address reaches one applicant', () => {
    const scope = { ...whole, applicantId: 'ada' };
    const bearer = { accountId: 'acme', environment: 'sandbox', applicantId: 'ada', tokenId: 'T' } as const;
    expect(sdkPrincipal(bearer)).toEqual({ kind: 'sdk', id: 'T', role: 'applicant', scope });
    const row = { ...of, id: 'check', applicant_id: 'ada' };
    expect(addressPrincipal(row)).toEqual({ kind: 'sdk', id: 'check', role: 'applicant', scope });
  });

  test('of an operator or of the service reaches everything', () => {
    const scope = { accountId: null, environment: null, applicantId: null };
    expect(operatorPrincipal('K')).toEqual({ kind: 'operator', id: 'K', role: 'operator', scope });
    expect(systemPrincipal('worker')).toEqual({ kind: 'system', id: 'worker', role: 'system', scope });
  });

  test('reaches the account and environment of its credential, and an operator every one', () => {
    const token = tokenPrincipal({ ...of, id: 'T', parent_id: null, permission: 'read_write' });
    expect(reaches(token, 'acme', 'sandbox')).toBe(true);
    expect(reaches(token, 'acme', 'live')).toBe(false);
    expect(reaches(token, 'other', 'sandbox')).toBe(false);
    expect(reaches(operatorPrincipal('K'), 'other', 'live')).toBe(true);
  });

  test('is read back from its record', () => {
    const principals: Principal[] = [operatorPrincipal('a:b'), systemPrincipal('upkeep')];
    for (const principal of principals) {
      expect(recordedPrincipal(recordOf(principal))).toEqual({ kind: principal.kind, id: principal.id });
    }
    for (const none of [null, undefined, '']) expect(recordedPrincipal(none)).toBeNull();
  });
});
