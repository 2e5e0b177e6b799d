import type { Transition } from '../../context/states.ts';
import type { OutboxRow } from '../../store/schema.ts';

export type OutboxState = OutboxRow['state'];

export type OutboxTrigger =
  /** The carrier has accepted the message. */
  | 'accepted'
  /** The attempt failed and another is planned. */
  | 'postponed'
  /** The message was refused permanently, or the last attempt failed. */
  | 'given_up'
  /** No carrier is set: the operator passes it on. */
  | 'unroutable'
  /** Nobody waits for it any more. */
  | 'outdated'
  /** An operator wants it sent. */
  | 'retried';

export const outboxStates: readonly Transition<OutboxState, OutboxTrigger>[] = [
  { from: 'pending', trigger: 'accepted', to: 'sent', event: null },
  { from: 'pending', trigger: 'postponed', to: 'pending', event: null },
  { from: 'pending', trigger: 'given_up', to: 'failed', event: null },
  { from: 'pending', trigger: 'unroutable', to: 'kept', event: null },
  { from: 'pending', trigger: 'outdated', to: 'dropped', event: null },
  { from: 'failed', trigger: 'retried', to: 'pending', event: null },
  { from: 'kept', trigger: 'retried', to: 'pending', event: null },
];
