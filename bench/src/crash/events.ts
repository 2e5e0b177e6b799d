import type { FoundCheck } from './audit.ts';
import type { Ledger } from './ledger.ts';
import { eventKey, type Receiver } from './receiver.ts';

/** The events of a check, once to each webhook. */
export function expectedEvents(checks: readonly FoundCheck[], webhooks: readonly string[]): string[] {
  return webhooks.flatMap((webhook) =>
    checks.flatMap(({ id, reportIds }) => [
      eventKey(webhook, 'check.started', id),
      ...reportIds.map((report) => eventKey(webhook, 'report.completed', report)),
      eventKey(webhook, 'check.completed', id),
    ]),
  );
}

/** Events of checks that no client has seen: after a crash no event may name an undone check. */
export function strangeEvents({ received }: Receiver, checks: readonly FoundCheck[], ledger: Ledger): string[] {
  const acknowledged = ledger.applicants.flatMap((applicant) => applicant.checks);
  const known = new Set([...checks, ...acknowledged].flatMap(({ id, reportIds }) => [id, ...(reportIds ?? [])]));
  return [...received.keys()].filter((key) => !known.has(key.split(' ')[2]));
}
