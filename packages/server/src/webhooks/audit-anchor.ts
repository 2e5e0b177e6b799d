import { appendFile } from 'node:fs/promises';
import { DEPLOYMENT } from '../audit/entry.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { ctxIn } from '../context/ctx-of.ts';
import { systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { findAuditHead, listAuditHeads, noteAnchored } from '../store/queries/audit.ts';
import { listWebhooks } from '../store/queries/webhooks.ts';
import type { AuditHeadRow } from '../store/schema.ts';
import { recordEvents } from './event-log/record.ts';

/** The name under which webhooks get heads. */
const EVENT = 'audit.head';

/** Least milliseconds between two events of one chain. Upkeep runs each hour in every process; this prevents duplicates. */
const LEAST_MS = 59 * MINUTE_MS;

/** The file of anchors: what only its owner may read and write. */
const MODE = 0o600;

/** The hashes that a process has written into its file already. */
const written = new WeakMap<Services, Map<string, string>>();

/**
 * Sends the heads of all chains outside of the store: those that have moved into the file of the setting, and all to the
 * webhooks that subscribe to `audit.head` in live. Answers how many.
 */
export async function anchorAudit(services: Services): Promise<number> {
  const heads = await services.store.system.all(listAuditHeads, {});
  let anchored = await writeAnchors(services, heads);
  for (const head of heads) if (await sendHead(services, head)) anchored += 1;
  return anchored;
}

async function writeAnchors(services: Services, heads: readonly AuditHeadRow[]): Promise<number> {
  const file = services.settings.auditAnchorFile;
  if (file === null) return 0;
  const before = written.get(services) ?? new Map<string, string>();
  const moved = heads.filter(({ account_id, hash }) => before.get(account_id) !== hash);
  if (moved.length === 0) return 0;
  const lines = moved.map(
    ({ account_id, number, hash, at }) => `${JSON.stringify({ account_id, number, hash, at })}\n`,
  );
  await appendFile(file, lines.join(''), { mode: MODE, flush: true });
  for (const { account_id, hash } of moved) before.set(account_id, hash);
  written.set(services, before);
  return moved.length;
}

/** Sends a head, unless this or another process has in this hour. */
async function sendHead(services: Services, { account_id, anchored_at }: AuditHeadRow): Promise<boolean> {
  const before = services.clock.now() - LEAST_MS;
  if (account_id === DEPLOYMENT || anchored_at > before) return false;
  const webhooks = await services.store.system.all(listWebhooks, { account_id });
  if (!webhooks.some(({ events }) => (JSON.parse(events) as string[]).includes(EVENT))) return false;
  const ctx = await ctxIn(services, systemPrincipal('upkeep'), account_id, 'live');
  return ctx.transaction(async (tx) => {
    const noted = await tx.system.run(noteAnchored, { account_id, now: ctx.now(), before });
    const head = await tx.system.first(findAuditHead, { account_id });
    if (noted === 0 || !head) return false;
    const resource = { type: 'audit_log', id: account_id, number: Number(head.number), hash: head.hash } as const;
    const event = { type: EVENT, resource, applicantId: null, checkId: null, webhookIds: null } as const;
    await recordEvents(ctx, tx, [{ ...event, onRequest: true }]);
    return true;
  });
}
