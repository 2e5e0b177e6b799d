import { DAY_MS } from '../base/clock.ts';
import type { Services } from '../context/services.ts';
import type { JobKind } from '../jobs/queue.ts';
import { evidenceCertificateEnd } from '../signatures/signer.ts';
import { jobSubjects } from '../store/ownership.ts';
import { countDueJobs } from '../store/queries/jobs.ts';
import { nextEndOfRevocationLists, nextEndOfStateCertificates } from '../store/queries/state-certificates.ts';
import { build } from './build.ts';

/** Milliseconds for which the numbers of the database are shown again, however many look. */
const DATABASE_MS = 5_000;

const kinds = Object.keys(jobSubjects) as JobKind[];

/**
 * Has the numbers read that are kept elsewhere, whenever somebody looks at the metrics: the queue, certificates, connections, and
 * what runs.
 *
 * @param tlsEnd end of the certificate that clients see, Unix milliseconds
 */
export function collectMetrics(services: Services, tlsEnd: () => number): void {
  const { metrics, store, clock } = services;
  const { version, commit, node } = build(services.settings);
  const labels = { version, commit: commit ?? '', node, store: store.dialect, role: services.settings.role };
  metrics.provide('bonafide_build_info', () => [{ suffix: '', labels, value: 1 }]);
  metrics.beforeReading(() => {
    const { open, busy, waiting } = store.use;
    metrics.set('bonafide_store_connections', open, { state: 'open' });
    metrics.set('bonafide_store_connections', busy, { state: 'busy' });
    metrics.set('bonafide_store_transactions_waiting', waiting, {});
  });
  let readAt = Number.NEGATIVE_INFINITY;
  metrics.beforeReading(async () => {
    const now = clock.now();
    if (now - readAt < DATABASE_MS && now >= readAt) return;
    readAt = now;
    await Promise.all([readQueue(services, now), readCertificates(services, tlsEnd())]);
  });
}

async function readQueue({ metrics, store }: Services, now: number): Promise<void> {
  await Promise.all(
    kinds.map(async (kind) => {
      const { due = 0, oldest = null } = (await store.system.first(countDueJobs, { kind, now })) ?? {};
      metrics.set('bonafide_jobs_due', due, { kind });
      metrics.set('bonafide_jobs_oldest_due_age_seconds', oldest === null ? 0 : (now - oldest) / 1000, { kind });
    }),
  );
}

async function readCertificates(services: Services, tlsEnd: number): Promise<void> {
  const { metrics, store } = services;
  // Certificates end by the time of the world, whatever clock a test moves.
  const now = Date.now();
  const ends = {
    tls: tlsEnd,
    evidence: await evidenceCertificateEnd(services),
    state: (await store.system.first(nextEndOfStateCertificates, { now }))?.ends,
    state_revocation_list: (await store.system.first(nextEndOfRevocationLists, {}))?.ends,
  };
  for (const [certificate, end] of Object.entries(ends) as [keyof typeof ends, number | null | undefined][]) {
    if (typeof end === 'number') metrics.set('bonafide_certificate_days_left', (end - now) / DAY_MS, { certificate });
    else metrics.unset('bonafide_certificate_days_left', { certificate });
  }
}
