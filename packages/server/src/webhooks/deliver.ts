import type { Ctx } from '../context/ctx.ts';
import { transition } from '../context/states.ts';
import type { JobHold } from '../jobs/worker.ts';
import { sendBeside } from '../members/notices.ts';
import type { LabelsOf } from '../metrics/table.ts';
import type { PostAnswer } from '../outgoing/post.ts';
import { isAcknowledged, nextAttempt } from '../outgoing/retry.ts';
import {
  findDelivery,
  findEvent,
  findWebhook,
  insertAttempt,
  sealStoredDelivery,
  updateDelivery,
} from '../store/queries/webhooks.ts';
import type { DeliveryRow, JobRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import { noteAttempt, pauseWebhook } from './pause.ts';
import { maskedBody } from './personal-fields.ts';
import { bodyOf, sealAttempt, sealBody } from './sealed.ts';
import type { SignedMessage } from './signature.ts';
import { type DeliveryTrigger, deliveryStates } from './states.ts';
import { toWebhook, type Webhook } from './webhook.ts';

/** The reason why an attempt got no answer: a short name, and a text for the log. */
interface AttemptFailure {
  readonly error: string;
  readonly message: string;
  readonly latencyMs: number;
}

export type Attempt = PostAnswer | AttemptFailure;

/** Makes one attempt at the receiver of a webhook to deliver the body of an event. */
export type Send = (webhook: Webhook, message: SignedMessage) => Promise<Attempt>;

type AttemptTrigger = Extract<DeliveryTrigger, 'acknowledged' | 'postponed' | 'given_up'>;

/** Characters of an error that the delivery log keeps. */
const ERROR_LENGTH = 500;

/** Delivers what the job is about: one attempt, then the log, the state and the plan of the next in one transaction. */
export async function deliverEvent(ctx: Ctx, job: JobRow, hold: JobHold, send: Send): Promise<void> {
  const delivery = await ctx.read.first(findDelivery, { id: job.ref });
  if (delivery?.state !== 'pending') {
    await ctx.transaction((tx) => hold.done(tx.system));
    return;
  }
  const { webhook_id: id } = delivery;
  const row = await ctx.services.store.system.first(findWebhook, { id, account_id: ctx.account_id });
  if (row?.enabled !== 1) {
    await ctx.transaction(async (tx) => {
      await hold.done(tx.system);
      await move(ctx, tx, delivery, 'webhook_off');
    });
    ctx.services.metrics.count('bonafide_webhook_deliveries_total', { outcome: 'webhook_off' });
    return;
  }
  const at = ctx.now();
  const webhook = toWebhook(ctx, row);
  const event = webhook.standard_headers ? await ctx.read.first(findEvent, { id: delivery.event_id }) : undefined;
  const stored = bodyOf(ctx, delivery);
  const body = maskedBody(stored, webhook.personal_fields);
  const message = { eventId: delivery.event_id, body, sequence: event?.sequence ?? null };
  const attempt = await send(webhook, message);
  const { metrics } = ctx.services;
  const seconds = attempt.latencyMs / 1000;
  metrics.observe('bonafide_webhook_attempt_duration_seconds', seconds, { outcome: outcomeOf(attempt) });
  const { outcome, notices } = await ctx.transaction(async (tx) => {
    const failing = await noteAttempt(ctx, tx, row, 'status' in attempt && isAcknowledged(attempt.status));
    const outcome = await record(ctx, tx, hold, delivery, at, attempt);
    // The delivery log shows what was sent: the webhook may carry less than when the event happened.
    if (body !== stored) {
      const { id, account_id } = delivery;
      await tx.system.run(sealStoredDelivery, { id, account_id, ...sealBody(ctx, id, body) });
    }
    return { outcome, notices: failing ? await pauseWebhook(ctx, tx, failing) : [] };
  });
  for (const notice of notices) sendBeside(ctx.services, notice);
  metrics.count('bonafide_webhook_deliveries_total', { outcome });
}

type Outcome = LabelsOf<'bonafide_webhook_attempt_duration_seconds'>['outcome'];

/** The class of an answer's status, or the reason why there was none. */
function outcomeOf(attempt: Attempt): Outcome {
  return ('status' in attempt ? `${Math.floor(attempt.status / 100)}xx` : attempt.error) as Outcome;
}

/** Writes the attempt and the plan of the next. Returns what the attempt led to. */
async function record(
  ctx: Ctx,
  tx: ScopedTx,
  hold: JobHold,
  delivery: DeliveryRow,
  at: number,
  attempt: Attempt,
): Promise<AttemptTrigger> {
  const number = delivery.attempts + 1;
  const attempted = { ...delivery, attempts: number };
  const next = planAfter(ctx, number, attempt);
  // A worker that has lost the job throws here, before it writes anything.
  if (next.at === null) await hold.done(tx.system);
  else await hold.again(tx.system, ctx.machineTime(next.at));
  const id = ctx.services.ids.uuid();
  const met =
    'status' in attempt
      ? { error: null, response_head: attempt.responseHead }
      : { error: `${attempt.error}: ${attempt.message}`.slice(0, ERROR_LENGTH), response_head: null };
  await tx.run(insertAttempt, {
    id,
    delivery_id: delivery.id,
    number,
    at,
    latency_ms: attempt.latencyMs,
    status: 'status' in attempt ? attempt.status : null,
    ...sealAttempt(ctx, id, met),
  });
  await move(ctx, tx, attempted, next.trigger, next.at);
  return next.trigger;
}

function planAfter(ctx: Ctx, number: number, attempt: Attempt): { trigger: AttemptTrigger; at: number | null } {
  if ('status' in attempt && isAcknowledged(attempt.status)) return { trigger: 'acknowledged', at: null };
  const { settings, random } = ctx.services;
  const base = settings.webhookRetryBase;
  const next = nextAttempt({ attempt: number, now: ctx.now(), base, random, response: attempt });
  return 'at' in next ? { trigger: 'postponed', at: next.at } : { trigger: 'given_up', at: null };
}

/** Moves a delivery by a trigger; `nextAt` is the time of its next attempt when there is one. */
async function move(
  ctx: Ctx,
  tx: ScopedTx,
  { id, webhook_id, state, attempts }: DeliveryRow,
  trigger: DeliveryTrigger,
  nextAt: number | null = null,
): Promise<void> {
  const to = transition(deliveryStates, state, trigger)?.to;
  if (!to) throw new Error(`Delivery ${id} is ${state} and can't be ${trigger}`);
  const finished_at = nextAt === null ? ctx.now() : null;
  await tx.run(updateDelivery, { id, state: to, attempts, next_attempt_at: nextAt, finished_at });
  if (finished_at !== null) noteUpdate(ctx, tx, 'delivery', webhook_id);
}
