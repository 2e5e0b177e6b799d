import type { Version } from '../../base/versions.ts';

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
 * The events that a webhook can subscribe to, one a row: resource type, then v1, v2, the first v3 and the later v3 (contract
 * 12.3). The marked ones came after (or left) the published list of their release: events added later don't reach older
 * webhooks.
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
} as const satisfies Record<string, readonly [ResourceType, v1: Mark, v2: Mark, first: Mark, later: Mark]>;

export type EventName = keyof typeof table;

/** Every event, in the order of the table. */
export const eventNames = Object.keys(table) as readonly EventName[];

const markOf = (event: EventName, { generation, laterEvents }: Version): Mark =>
  table[event][laterEvents ? 4 : generation];

/** The type of the resource that the event is about: the `resource_type` of its payload. */
export function resourceTypeOf(event: EventName): ResourceType {
  return table[event][0];
}

/** The events that a webhook of a version may subscribe to, in the order of the table. */
export function acceptedEvents(version: Version): EventName[] {
  return eventNames.filter((name) => markOf(name, version) !== '-');
}

/** The events that a webhook of a version gets when it names none, in the order of the table. */
export function defaultEvents(version: Version): EventName[] {
  return eventNames.filter((name) => markOf(name, version) === 'x');
}
