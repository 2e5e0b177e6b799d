import type { ReportRow } from '../store/schema.ts';
import type { NewEvent } from '../webhooks/event-log/record.ts';
import type { Check } from './check.ts';

/** The events of reports that begin, which only v2 gets, in the order of the request; each has its report's own status. */
export function initiatedEvents(check: Check, reports: readonly Pick<ReportRow, 'id' | 'status'>[]): NewEvent[] {
  return reports.map(({ id, status }) => ({
    type: 'report.initiated',
    resource: { type: 'report', id, status, checkId: check.id },
    applicantId: check.applicant_id,
    checkId: check.id,
    webhookIds: check.webhook_ids,
    onRequest: true,
  }));
}

/** An event of a check in the status that it has. */
export function checkEvent(check: Check, type: Extract<NewEvent['type'], `check.${string}`>) {
  const { id, status, applicant_id } = check;
  return {
    type,
    resource: { type: 'check', id, status, applicantId: applicant_id } as const,
    applicantId: applicant_id,
    checkId: id,
    webhookIds: check.webhook_ids,
  };
}

/** An event of a report that has moved to a status. */
export function reportEvent(check: Check, row: ReportRow, status: string, type: NewEvent['type']): NewEvent {
  return {
    type,
    resource: { type: 'report', id: row.id, status, checkId: check.id },
    applicantId: check.applicant_id,
    checkId: check.id,
    webhookIds: check.webhook_ids,
  };
}
