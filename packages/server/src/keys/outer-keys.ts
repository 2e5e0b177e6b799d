import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { listOperatorKeysOf } from '../accounts/operator-keys/list.ts';
import { everyCtx } from '../context/ctx-of.ts';
import type { Services } from '../context/services.ts';
import { evidenceCertificate } from '../signatures/signer.ts';
import { readCertificates } from '../tls/certificate.ts';
import { listWebhooksOf } from '../webhooks/get.ts';
import { type KeyStatus, noFacts } from './key-status.ts';

/** Digits of a fingerprint. */
const DIGITS = 16;

/** Certificates of connections and of evidence, as far as they were made. */
export async function certificates(services: Services): Promise<KeyStatus[]> {
  const { settings } = services;
  const statusOf = (key: string, protects: string, replace: string, certificate: X509Certificate): KeyStatus => ({
    ...noFacts,
    key,
    protects,
    replace,
    version: null,
    state: 'current',
    fingerprint: certificate.fingerprint256.replaceAll(':', '').slice(0, DIGITS).toLowerCase(),
    created_at: Date.parse(certificate.validFrom),
    active_from: Date.parse(certificate.validFrom),
    accepted_until: Date.parse(certificate.validTo),
  });
  const [tls] = await readCertificates(settings.tlsCert ?? join(settings.data, 'tls', 'server.pem')).catch(() => []);
  const evidence = await evidenceCertificate(services);
  return [
    ...(tls
      ? [
          statusOf(
            'tls',
            'connections of clients',
            settings.tlsCert ? 'replace the files of --tls-cert and --tls-key' : 'each start renews it',
            tls,
          ),
        ]
      : []),
    ...(evidence
      ? [
          statusOf(
            'evidence',
            'signatures of evidence',
            settings.evidenceCert
              ? 'replace the files of --evidence-cert and --evidence-key, then restart'
              : 'the service renews it',
            evidence,
          ),
        ]
      : []),
  ];
}

/** Operator keys that are not revoked. */
export async function operatorKeys(services: Services): Promise<KeyStatus[]> {
  const keys = (await listOperatorKeysOf(services)).filter(({ revoked_at }) => revoked_at === null);
  return keys.map(({ id, name, prefix, last_four, source, active, created_at, last_used_at }) => ({
    ...noFacts,
    key: 'operator',
    protects: `the operator interface (${name})`,
    replace:
      source === 'created'
        ? `bonafide operator-key create, then bonafide operator-key revoke ${id}`
        : `another ${name}, then restart`,
    version: null,
    state: active ? 'current' : 'accepted',
    fingerprint: `${prefix}…${last_four}`,
    created_at,
    used_at: last_used_at,
  }));
}

/** Secrets of webhooks. For 24 hours after a rotation, the earlier secret signs beside the new one. */
export async function webhookSecrets(services: Services): Promise<KeyStatus[]> {
  const found: KeyStatus[] = [];
  for await (const ctx of everyCtx(services, 'upkeep')) {
    // A webhook belongs to both environments.
    if (ctx.sandbox) continue;
    for (const { id, token, previous, created_at, secret_since } of await listWebhooksOf(ctx)) {
      const secret = {
        ...noFacts,
        key: 'webhook',
        account_id: ctx.account_id,
        protects: `deliveries to the webhook ${id}`,
        replace: 'the dashboard: Developers, Webhooks',
        version: null,
      };
      const fingerprintOf = (text: string) => services.master.hash('fingerprint', text).slice(0, DIGITS);
      const since = secret_since ?? created_at;
      if (previous && previous.until > ctx.now()) {
        found.push({
          ...secret,
          state: 'accepted',
          fingerprint: fingerprintOf(previous.token),
          accepted_until: previous.until,
        });
      }
      found.push({
        ...secret,
        state: 'current',
        fingerprint: fingerprintOf(token),
        created_at: since,
        active_from: since,
      });
    }
  }
  return found;
}
