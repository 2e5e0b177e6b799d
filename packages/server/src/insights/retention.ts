import { deleteQuiet } from '../applicants/retention.ts';
import { DAY_MS } from '../base/clock.ts';
import { eraseOldChecks } from '../checks/retention.ts';
import type { AccountSettings } from '../context/account-settings.ts';
import type { Ctx } from '../context/ctx.ts';
import { everyCtx } from '../context/ctx-of.ts';
import type { Services } from '../context/services.ts';
import { firstIdAt } from '../context/time-ids.ts';
import { eraseOldMedia } from '../media/retention.ts';
import { eraseOldRequests } from '../request-log/retention.ts';
import { countOldChecks, countOldMedia, countOldRequests, countQuietApplicants } from '../store/queries/retention.ts';
import type { Environment } from '../store/schema.ts';
import { countExpiredEvents, eraseOldEvents } from '../webhooks/retention.ts';

/** The objects that retention would remove now. */
interface Expired {
  readonly n: number;
  /** Time of the oldest object, Unix milliseconds; null without one. */
  readonly oldest: number | null;
  readonly bytes: number;
}

/** Retention of one kind of objects: `before` is Unix milliseconds. */
interface Retention {
  readonly days: (settings: AccountSettings) => number | null;
  readonly expired: (ctx: Ctx, before: number) => Promise<Expired>;
  /** Removes the objects in small batches. Returns their number. */
  readonly remove: (ctx: Ctx, before: number, stopped: () => boolean) => Promise<number>;
}

const NOTHING = { n: 0, oldest: null, bytes: 0 };

/** Retentions in the order in which they are applied. */
const retentions = {
  applicants: {
    days: ({ retention_days }) => retention_days,
    expired: async (ctx, before) => (await ctx.read.first(countQuietApplicants, { before })) ?? NOTHING,
    remove: deleteQuiet,
  },
  checks: {
    days: ({ retention_check_days }) => retention_check_days,
    expired: async (ctx, before) =>
      (await ctx.read.first(countOldChecks, { before, below: firstIdAt(before) })) ?? NOTHING,
    remove: eraseOldChecks,
  },
  events: {
    days: ({ retention_event_days }) => retention_event_days,
    expired: countExpiredEvents,
    remove: eraseOldEvents,
  },
  requests: {
    days: ({ retention_request_days }) => retention_request_days,
    expired: async (ctx, before) => (await ctx.read.first(countOldRequests, { before })) ?? NOTHING,
    remove: eraseOldRequests,
  },
  media: {
    days: ({ retention_media_days }) => retention_media_days,
    expired: async (ctx, before) => (await ctx.read.first(countOldMedia, { before })) ?? NOTHING,
    remove: eraseOldMedia,
  },
} as const satisfies Record<string, Retention>;

export type RetentionKind = keyof typeof retentions;

export const retentionKinds = Object.keys(retentions) as RetentionKind[];

/**
 * Removes what each account keeps no longer, by its settings. Applicants are deleted as a client would do it, the rest is erased. It can
 * be broken off, repeated, and done by several processes at once. Returns the numbers by kind.
 */
export async function applyRetention(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<Record<RetentionKind, number>> {
  const removed = { applicants: 0, checks: 0, events: 0, requests: 0, media: 0 };
  for await (const ctx of everyCtx(services, 'retention')) {
    for (const kind of retentionKinds) {
      const days = retentions[kind].days(ctx.account.settings);
      if (days === null || stopped()) continue;
      removed[kind] += await retentions[kind].remove(ctx, ctx.now() - days * DAY_MS, stopped);
    }
  }
  return removed;
}

/** The objects of one kind that the next upkeep would remove from an account and environment. */
export interface RetentionPreview extends Expired {
  readonly account_id: string;
  readonly environment: Environment;
  readonly kind: RetentionKind;
  readonly days: number;
  /** Objects from before this time would go, Unix milliseconds. */
  readonly before: number;
}

/**
 * Counts what retention would remove now, and removes nothing.
 * @param of one account; default: all
 * @param assumed days for every kind, in place of the settings
 */
export async function previewRetention(
  services: Services,
  { account, days: assumed }: { readonly account?: string | undefined; readonly days?: number | undefined },
): Promise<RetentionPreview[]> {
  const previews: RetentionPreview[] = [];
  for await (const ctx of everyCtx(services, 'retention')) {
    if (account !== undefined && ctx.account_id !== account) continue;
    for (const kind of retentionKinds) {
      const days = assumed ?? retentions[kind].days(ctx.account.settings);
      if (days === null) continue;
      const before = ctx.now() - days * DAY_MS;
      const { n, oldest, bytes } = await retentions[kind].expired(ctx, before);
      const found = { n: Number(n), oldest: oldest === null ? null : Number(oldest), bytes: Number(bytes) };
      previews.push({ account_id: ctx.account_id, environment: ctx.environment, kind, days, before, ...found });
    }
  }
  return previews;
}
