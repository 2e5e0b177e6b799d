import type { EventName } from './events.ts';

/** One row of a state machine: what happens in which state, where it leads and which event webhooks get. */
export interface Transition<State extends string, Trigger extends string> {
  readonly from: State;
  readonly trigger: Trigger;
  readonly to: State;
  readonly event: EventName | null;
}

/** The row for a state and a trigger, undefined when the trigger means nothing in that state. */
export function transition<State extends string, Trigger extends string>(
  table: readonly Transition<State, Trigger>[],
  from: State,
  trigger: Trigger,
): Transition<State, Trigger> | undefined {
  return table.find((row) => row.from === from && row.trigger === trigger);
}
