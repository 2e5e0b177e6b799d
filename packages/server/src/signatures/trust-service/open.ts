import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { Settings } from '../../config/settings.ts';
import type { MasterKey } from '../../crypto/keys.ts';
import type { Store } from '../../store/store.ts';
import { readCertificates, readText } from '../../tls/certificate.ts';
import { sandboxTrustService } from './sandbox.ts';
import type { TrustService, TrustServices } from './trust-service.ts';

interface OpenOptions {
  readonly settings: Settings;
  readonly store: Store;
  readonly master: MasterKey;
  readonly clock: Clock;
  readonly worldClock: Clock;
  readonly log: Logger;
}

/**
 * The trust service of the settings for live, and what stands in for it in sandbox. None is asked here, so the service starts while it
 * is down. Throws with words for the operator when a file of the settings can't be used.
 */
export async function openTrustServices(options: OpenOptions): Promise<TrustServices> {
  return { sandbox: sandboxTrustService(options), live: await openLive(options) };
}

async function openLive({ settings, ...shared }: OpenOptions): Promise<TrustService | undefined> {
  const { cscUrl, cscClientId, cscClientSecret, cscCredential, cscTimeout, cscTlsCa } = settings;
  if (!cscUrl || !cscClientId || !cscClientSecret) return undefined;
  const { CscTrustService } = await import('./csc.ts');
  return new CscTrustService({
    ...shared,
    url: cscUrl,
    clientId: cscClientId,
    clientSecret: (await secretOf(cscClientSecret)) as string,
    credentialId: cscCredential ?? undefined,
    pin: await secretOf(settings.cscPin),
    totpSecret: await totpSecretOf(settings),
    roots: settings.cscCa === null ? [] : await readCertificates(settings.cscCa),
    tlsCa: cscTlsCa === null ? undefined : await pemOf(cscTlsCa),
    timeoutMs: cscTimeout,
  });
}

/** A secret of the settings, or of the file that they name. */
async function secretOf(value: string | null): Promise<string | undefined> {
  if (value === null || !value.startsWith('@')) return value ?? undefined;
  const secret = (await readText('secret', value.slice(1))).trim();
  if (secret === '') throw new Error(`${value.slice(1)} is empty. Write the secret into the file`);
  return secret;
}

async function totpSecretOf({ cscTotpSecret }: Settings): Promise<string | undefined> {
  const secret = (await secretOf(cscTotpSecret))?.replace(/\s|=+$/g, '').toUpperCase();
  if (secret !== undefined && !/^[A-Z2-7]{16,}$/.test(secret)) throw new Error('--csc-totp-secret must be base32');
  return secret;
}

async function pemOf(file: string): Promise<string> {
  await readCertificates(file);
  return readText('certificates', file);
}
