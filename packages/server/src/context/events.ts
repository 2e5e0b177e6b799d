import type { Version } from '../base/versions.ts';

/** `x` on the published list, so part of the default; `*` accepted, never by default; `-` refused. */
type Mark = 'x' | '*' | '-';

/**
 * The events that a webhook can subscribe to, one a row: v1, v2, the first v3 and the later v3 (contract
 * 12.3). The marked ones came after (or left) the published list of their release: events added later don't reach older
 * webhooks.
 */
const table = {
  'check.started': ['x', 'x', 'x', 'x'],
  'check.reopened': ['-', 'x', '*', 'x'],
  'check.withdrawn': ['-', 'x', '*', 'x'],
  'check.completed': ['x', 'x', 'x', 'x'],
  'check.form_opened': ['x', 'x', 'x', '*'],
  'check.form_completed': ['x', 'x', 'x', 'x'],
  'report.initiated': ['-', 'x', '-', '-'],
  'report.awaiting_approval': ['-', 'x', '*', 'x'],
  // Our own, for clients that follow what reviewers ask applicants for: never by default.
  'report.awaiting_applicant': ['-', '-', '-', '*'],
  'report.applicant_answered': ['-', '-', '-', '*'],
  'report.resumed': ['-', 'x', '*', 'x'],
  'report.cancelled': ['-', 'x', '*', 'x'],
  'report.withdrawn': ['x', 'x', 'x', 'x'],
  'report.completed': ['x', 'x', 'x', 'x'],
  'watchlist_monitor.matches_updated': ['-', '-', '-', 'x'],
  // Our own, for those who keep heads of the audit log outside of the service: never by default.
  'audit.head': ['-', '-', '-', '*'],
  // Our own, for accounts that set `document_expiry_warnings`: never by default.
  'applicant.document_expiring': ['-', '-', '-', '*'],
  // A webhook may name this one and the last two, but none is sent: files of runs are there at once, the log has heads.
  'audit_log.created': ['-', '-', '-', 'x'],
  'workflow_run.completed': ['-', '-', '-', 'x'],
  'workflow_task.started': ['-', '-', '-', 'x'],
  'workflow_task.completed': ['-', '-', '-', 'x'],
  'workflow_timeline_file.created': ['-', '-', '-', 'x'],
  'workflow_run_evidence_folder.created': ['-', '-', '-', 'x'],
} as const satisfies Record<string, readonly [v1: Mark, v2: Mark, first: Mark, later: Mark]>;

export type EventName = keyof typeof table;

/** Every event, in the order of the table. */
export const eventNames = Object.keys(table) as readonly EventName[];

function markOf(event: EventName, { generation, laterEvents }: Version): Mark {
  const [v1, v2, first, later] = table[event];
  return laterEvents ? later : { 1: v1, 2: v2, 3: first }[generation];
}

/** The events that a webhook of a version may subscribe to, in the order of the table. */
export function acceptedEvents(version: Version): EventName[] {
  return eventNames.filter((name) => markOf(name, version) !== '-');
}

/** The events that a webhook of a version gets when it names none, in the order of the table. */
export function defaultEvents(version: Version): EventName[] {
  return eventNames.filter((name) => markOf(name, version) === 'x');
}
