import { type EventName, eventNames } from '../../context/events.ts';
import type { EventRow } from '../../store/schema.ts';

/** Filter of events; each given field must match. */
export interface EventFilter {
  readonly type?: string | undefined;
  readonly resourceType?: string | undefined;
  /** Id of the check, report or other object. */
  readonly object?: string | undefined;
}

/** Events whose name does not begin with the type of their resource. */
const RESOURCE_TYPES: Partial<Record<EventName, string>> = { 'audit.head': 'audit_log' };

const resourceTypeOf = (type: EventName): string => RESOURCE_TYPES[type] ?? (type.split('.')[0] as string);

/** Types of resources that events can be about. */
export const resourceTypes: readonly string[] = [...new Set(eventNames.map(resourceTypeOf))];

/** The events that a filter allows; undefined for all. */
export function typesOf({ type, resourceType }: EventFilter): readonly string[] | undefined {
  if (type === undefined && resourceType === undefined) return undefined;
  return eventNames.filter(
    (name) =>
      (type === undefined || name === type) && (resourceType === undefined || resourceTypeOf(name) === resourceType),
  );
}

/** Returns a function that tells whether an event fits a filter. */
export function eventMatcher({ type, resourceType, object }: EventFilter): (event: EventRow) => boolean {
  return (event) =>
    (type === undefined || event.type === type) &&
    (resourceType === undefined || event.resource_type === resourceType) &&
    (object === undefined || event.resource_id === object);
}
