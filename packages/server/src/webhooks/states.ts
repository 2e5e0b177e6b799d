import type { Transition } from '../context/states.ts';
import type { DeliveryRow } from '../store/schema.ts';

export type DeliveryState = DeliveryRow['state'];

export type DeliveryTrigger =
  /** The receiver answered 20x. */
  | 'acknowledged'
  /** The attempt failed and another is planned. */
  | 'postponed'
  /** The last attempt failed, or the receiver answered 410. */
  | 'given_up'
  /** The webhook was disabled or deleted meanwhile. */
  | 'webhook_off';

/** Contract 12.6. Every state but the first is final; resending makes a new delivery. */
export const deliveryStates: readonly Transition<DeliveryState, DeliveryTrigger>[] = [
  { from: 'pending', trigger: 'acknowledged', to: 'delivered', event: null },
  { from: 'pending', trigger: 'postponed', to: 'pending', event: null },
  { from: 'pending', trigger: 'given_up', to: 'failed', event: null },
  { from: 'pending', trigger: 'webhook_off', to: 'dropped', event: null },
];
