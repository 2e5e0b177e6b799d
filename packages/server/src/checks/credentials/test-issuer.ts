import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { CredentialIssuer } from '@bonafide/verification';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';

/** The issuer of the demonstration's test wallet. */
export interface TestIssuer {
  readonly trusted: CredentialIssuer;
  readonly privateKey: KeyObject;
}

const issuers = new WeakMap<Services, TestIssuer>();

/**
 * Returns the issuer of the demonstration's test wallet, which is trusted in the sandbox of a service in development alone; else undefined.
 * Each process makes its own key, which is never stored.
 */
export function testIssuer({ services, sandbox }: Pick<Ctx, 'services' | 'sandbox'>): TestIssuer | undefined {
  if (!sandbox || services.settings.mode !== 'development') return undefined;
  const issuer = issuers.get(services) ?? newIssuer();
  issuers.set(services, issuer);
  return issuer;
}

function newIssuer(): TestIssuer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = publicKey.export({ format: 'der', type: 'spki' });
  // Utopia is the country of specimens (ICAO Doc 9303-3, 5).
  const trusted = { der, kind: 'key', country: 'UTO', name: 'https://test-issuer.invalid', types: null } as const;
  return { trusted, privateKey };
}
