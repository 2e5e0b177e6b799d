import type { CheckStatus } from '../../store/schema.ts';
import type { NewEvent } from '../events/record.ts';
import type { Check } from './check.ts';

/** The events of new reports, which only v2 gets, in the order of the request. */
export function initiatedEvents(check: Check, status: CheckStatus, reportIds: readonly string[]): NewEvent[] {
  return reportIds.map((id) => ({
    type: 'report.initiated',
    resource: { type: 'report', id, status: status === 'paused' ? 'paused' : 'awaiting_data', checkId: check.id },
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
