/** The events that a webhook can subscribe to, and in which generation of the API. */

/** Generations that differ in their events. The other minor versions of v3 share the events of a neighbour. */
export type Generation = 'v1' | 'v2' | 'v3.2' | 'v3.6';

export type ResourceType =
  | 'check'
  | 'report'
  | 'watchlist_monitor'
  | 'audit_log'
  | 'workflow_run'
  | 'workflow_task'
  | 'workflow_timeline_file'
  | 'workflow_run_evidence_folder';

/** `x` on the published list, so part of the default; `*` accepted, never by default; `-` refused. */
type Mark = 'x' | '*' | '-';

/**
 * One row an event: resource type, then v1, v2, v3.2, v3.6. Source: contract 12.3. The marked
 * ones came after (or left) the published list of their release, and events added later don't reach older webhooks.
 */
const table = {
  'check.started': ['check', 'x', 'x', 'x', 'x'],
  'check.reopened': ['check', '-', 'x', '*', 'x'],
  'check.withdrawn': ['check', '-', 'x', '*', 'x'],
  'check.completed': ['check', 'x', 'x', 'x', 'x'],
  'check.form_opened': ['check', 'x', 'x', 'x', '*'],
  'check.form_completed': ['check', 'x', 'x', 'x', 'x'],
  'report.initiated': ['report', '-', 'x', '-', '-'],
  'report.awaiting_approval': ['report', '-', 'x', '*', 'x'],
  'report.resumed': ['report', '-', 'x', '*', 'x'],
  'report.cancelled': ['report', '-', 'x', '*', 'x'],
  'report.withdrawn': ['report', 'x', 'x', 'x', 'x'],
  'report.completed': ['report', 'x', 'x', 'x', 'x'],
  'watchlist_monitor.matches_updated': ['watchlist_monitor', '-', '-', '-', 'x'],
  // Of products outside this project, as the last two: a webhook may name them, nothing ever sends them.
  'audit_log.created': ['audit_log', '-', '-', '-', 'x'],
  'workflow_run.completed': ['workflow_run', '-', '-', '-', 'x'],
  'workflow_task.started': ['workflow_task', '-', '-', '-', 'x'],
  'workflow_task.completed': ['workflow_task', '-', '-', '-', 'x'],
  'workflow_timeline_file.created': ['workflow_timeline_file', '-', '-', '-', 'x'],
  'workflow_run_evidence_folder.created': ['workflow_run_evidence_folder', '-', '-', '-', 'x'],
} as const satisfies Record<string, readonly [ResourceType, v1: Mark, v2: Mark, v32: Mark, v36: Mark]>;

export type EventName = keyof typeof table;

/** Every event, in the order of the table. */
export const eventNames = Object.keys(table) as readonly EventName[];

const column = { v1: 1, v2: 2, 'v3.2': 3, 'v3.6': 4 } as const satisfies Record<Generation, number>;

/** The type of the resource that the event is about: the `resource_type` of its payload. */
export function resourceTypeOf(event: EventName): ResourceType {
  return table[event][0];
}

/** The events that a webhook of this generation may subscribe to, in the order of the table. */
export function acceptedEvents(generation: Generation): EventName[] {
  return eventNames.filter((name) => table[name][column[generation]] !== '-');
}

/** The events that a webhook of this generation gets when it names none, in the order of the table. */
export function defaultEvents(generation: Generation): EventName[] {
  return eventNames.filter((name) => table[name][column[generation]] === 'x');
}
