import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import { loadOrCreate } from './authority.ts';
import { loadCertificate } from './certificate.ts';

export interface ServerCertificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
  /** Certificate of the local authority that made it; null for one from the configuration. */
  readonly caFile: string | null;
}

/**
 * The certificate of the configuration or, in development, one of our own local authority. Throws with words for the
 * operator when there is none, or it can't be used.
 */
export async function serverCertificate(settings: Settings, clock: Clock): Promise<ServerCertificate> {
  const { tlsCert, tlsKey, mode, data, publicUrl } = settings;
  if (tlsCert && tlsKey) {
    return { ...(await loadCertificate({ certFile: tlsCert, keyFile: tlsKey }, clock)), caFile: null };
  }
  if (mode === 'production') {
    throw new Error('Production mode needs a certificate. Set --tls-cert and --tls-key, or use --mode development');
  }
  const names = publicUrl ? [new URL(publicUrl).hostname] : [];
  return loadOrCreate(join(data, 'tls'), { names, clock });
}
