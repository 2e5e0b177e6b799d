import { notFound } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import { listAttempts, listDeliveries, listDeliveriesTo } from '../store/queries/webhooks.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../store/schema.ts';
import { type AttemptData, attemptOf } from './sealed.ts';

interface LoggedAttempt extends Pick<DeliveryAttemptRow, 'number' | 'at' | 'status' | 'latency_ms'>, AttemptData {}

export interface LoggedDelivery extends DeliveryRow {
  event_type: string;
  /** Id of the check or report that the event is about. */
  resource_id: string;
  /** Attempts in their order. */
  made: LoggedAttempt[];
}

/** Greater than every id. */
const LAST_ID = 'g';

export interface LogPage {
  /** Id of a delivery. Only older deliveries are listed. */
  before?: string | undefined;
  limit: number;
  webhookId?: string | undefined;
}

/** The delivery log of an account, newest first, each delivery with its attempts. Throws `resource_not_found`. */
export async function deliveryLog(services: Services, accountId: string, page: LogPage): Promise<LoggedDelivery[]> {
  const account = await services.accounts.find(accountId);
  if (!account) throw notFound('Account', accountId);
  const { system } = services.store;
  const { before = LAST_ID, limit, webhookId } = page;
  const params = { account_id: accountId, before, limit };
  const deliveries =
    webhookId === undefined
      ? await system.all(listDeliveries, params)
      : await system.all(listDeliveriesTo, { ...params, webhook_id: webhookId });
  return Promise.all(
    deliveries.map(async (delivery) => {
      const rows = await system.all(listAttempts, { delivery_id: delivery.id, account_id: accountId });
      return { ...delivery, made: rows.map((row) => ({ ...row, ...attemptOf(account, row) })) };
    }),
  );
}
