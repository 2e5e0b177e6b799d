import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import type { CredentialIssuer } from '@bonafide/verification';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { issueAuthority, issueServer } from '../../tls/issue.ts';
import { readerOf, type WalletReader } from './reader.ts';

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

const readers = new WeakMap<Services, Promise<WalletReader>>();

/**
 * Returns the signer of links to wallets: the operator's, or in the sandbox of a service in development one that only the demonstration's
 * test wallet trusts. Undefined elsewhere: wallets accept signed links alone.
 */
export async function linkSigner(ctx: Pick<Ctx, 'services' | 'sandbox'>): Promise<WalletReader | undefined> {
  const { services } = ctx;
  if (services.walletReader || !testIssuer(ctx)) return services.walletReader;
  const reader = readers.get(services) ?? newReader(services.clock.now());
  readers.set(services, reader);
  return reader;
}

async function newReader(now: number): Promise<WalletReader> {
  const { cert, key } = await issueServer(await issueAuthority(now), ['localhost'], now);
  return readerOf([new X509Certificate(cert)], createPrivateKey(key));
}
