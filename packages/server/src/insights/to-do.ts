import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY_MS } from '../base/clock.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Services } from '../context/services.ts';
import { LATE_DAYS } from '../screening/watchlists/health.ts';
import { listVersions } from '../screening/watchlists/list.ts';
import { ageOf } from '../screening/watchlists/version.ts';
import { latestDeliveries } from '../store/queries/review.ts';
import { listWebhooksOf } from '../webhooks/get.ts';
import { nameOf } from '../webhooks/webhook.ts';

/** Kinds of things that need attention. */
export const toDoKinds = ['webhook_paused', 'webhook_failing', 'list_outdated', 'certificate_expires'] as const;

interface ToDo {
  readonly kind: (typeof toDoKinds)[number];
  /** Name of the webhook, of the list, or of the setting that names the certificate. */
  readonly name: string;
  /** Deliveries of the latest 100 that failed, or days since the list was confirmed. */
  readonly count: number | null;
  /** Unix milliseconds: when the certificate expires, or when the webhook was paused. */
  readonly at: number | null;
}

/** Days before the end of a certificate from which it is shown. */
const SOON_DAYS = 30;

/** Deliveries of a webhook that are looked at. */
const LATEST = 100;

/** Webhooks that the service has paused, and webhooks in use of whose latest 100 deliveries some have failed, or wait for another attempt. */
export async function failingWebhooks(ctx: Ctx): Promise<ToDo[]> {
  const webhooks = await listWebhooksOf(ctx);
  const paused = webhooks.filter(({ paused_at }) => paused_at !== null);
  const enabled = webhooks.filter((webhook) => webhook.enabled);
  const failing = await Promise.all(
    enabled.map(async (webhook): Promise<ToDo> => {
      const latest = await ctx.read.all(latestDeliveries, { webhook_id: webhook.id, limit: LATEST });
      const failed = latest.filter(
        ({ state, attempts }) => state === 'failed' || (state === 'pending' && attempts > 0),
      );
      return { kind: 'webhook_failing', name: nameOf(webhook), count: failed.length, at: null };
    }),
  );
  return [
    ...paused.map((one): ToDo => ({ kind: 'webhook_paused', name: nameOf(one), count: null, at: one.paused_at })),
    ...failing.filter(({ count }) => Number(count) > 0),
  ];
}

/** Active watchlists that were not confirmed for days. */
export async function outdatedLists(services: Services): Promise<ToDo[]> {
  const now = services.clock.now();
  const active = (await listVersions(services)).filter(({ state }) => state === 'active');
  return active
    .map((version): ToDo => ({ kind: 'list_outdated', name: version.list, count: ageOf(version, now), at: null }))
    .filter(({ count }) => Number(count) > LATE_DAYS);
}

/** Certificates of the settings that end soon. Those that the service makes, it also renews. */
export async function expiringCertificates({ settings, clock }: Services): Promise<ToDo[]> {
  const files = { 'tls-cert': settings.tlsCert, 'evidence-cert': settings.evidenceCert };
  const found: ToDo[] = [];
  for (const [name, file] of Object.entries(files)) {
    const pem = file && (await readFile(file).catch(() => null));
    if (!pem) continue;
    const at = new X509Certificate(pem).validToDate.getTime();
    if (at - clock.now() < SOON_DAYS * DAY_MS) found.push({ kind: 'certificate_expires', name, count: null, at });
  }
  return found;
}
