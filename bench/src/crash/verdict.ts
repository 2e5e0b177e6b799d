import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.ts';
import { audit, type FoundCheck } from './audit.ts';
import { expectedEvents, strangeEvents } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { Receiver } from './receiver.ts';

/** The leases of a dead worker last 30 s; what it held must then be done, retries included. */
const SETTLE_MS = 90_000;
const SETTLE_LOOK_MS = 250;

/** Everything that the load has left: the clients, their receiver, and the media. */
export interface Remains {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  /** Lists the names of all stored files. */
  media(): Promise<readonly string[]>;
}

/** The names of all stored files of a data directory. */
export async function mediaIn(directory: string): Promise<readonly string[]> {
  return readdir(join(directory, 'data', 'media', 'objects'), { recursive: true });
}

export interface Verdict {
  /** Milliseconds until every event had come after the load. */
  readonly settleMs: number;
  /** Acknowledged objects that are missing or changed, and events that are missing or strange; one line each. */
  readonly lost: readonly string[];
  readonly checks: { readonly found: number; readonly complete: number };
  readonly events: { readonly expected: number; readonly received: number; readonly duplicates: number };
}

/** Compares the stored objects with the acknowledgements after the load, and waits until every event has been received. */
export async function verdictOn({ api, ledger, receiver, media }: Remains): Promise<Verdict> {
  const final = await audit(api, ledger, ledger.applicants);
  const restored = await auditRestored(api, ledger);
  const checks = [...final.checks, ...restored.checks];
  const expected = expectedEvents(checks, receiver.webhooks);
  const settled = performance.now();
  const missing = await settle(receiver, expected);
  const settleMs = performance.now() - settled;
  const incomplete = await incompleteChecks(api, checks);
  const times = expected.map((key) => receiver.received.get(key) ?? 0);
  return {
    settleMs,
    lost: [
      ...final.lost,
      ...restored.lost,
      ...missing.map((key) => `event never received: ${key}`),
      ...incomplete,
      ...strangeEvents(receiver, checks, ledger).map((key) => `event of something that never was: ${key}`),
      ...receiver.badlySigned.map((event) => `event with a wrong signature: ${event}`),
      ...bytesOfErased(await media(), ledger),
    ],
    checks: { found: checks.length, complete: checks.length - incomplete.length },
    events: {
      expected: expected.length,
      received: times.filter((n) => n > 0).length,
      duplicates: times.reduce((sum, n) => sum + Math.max(0, n - 1), 0),
    },
  };
}

/** Takes back every deletion, to look at what it hid. */
async function auditRestored(api: Api, ledger: Ledger) {
  const hidden = ledger.applicants.filter(({ id, state }) => id !== undefined && !state.has('erased'));
  const restored: typeof hidden = [];
  for (const applicant of hidden) {
    const { status } = await api.call('GET', `/applicants/${applicant.id}`);
    if (status !== 410) continue;
    const answer = await api.call('POST', `/applicants/${applicant.id}/restore`);
    if (answer.status !== 204) ledger.surprises.push(`restore answered ${answer.status}`);
    applicant.state.settle('active');
    restored.push(applicant);
  }
  return audit(api, ledger, restored);
}

/** Waits until every event has come, or long enough. Answers those that haven't. */
async function settle({ received }: Receiver, expected: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + SETTLE_MS;
  let missing = [...expected];
  while (performance.now() < deadline) {
    missing = missing.filter((key) => !received.has(key));
    if (missing.length === 0) break;
    await pause(SETTLE_LOOK_MS);
  }
  return missing;
}

/** A line for each check that isn't complete, with all its reports. */
async function incompleteChecks(api: Api, checks: readonly FoundCheck[]): Promise<string[]> {
  const incomplete: string[] = [];
  for (const { id } of checks) {
    const { body: check } = await api.call('GET', `/checks/${id}`);
    const { body } = await api.call('GET', `/reports?check_id=${id}`);
    const statuses = [check.status, ...(body.reports as { status: string }[]).map(({ status }) => status)];
    if (statuses.some((status) => status !== 'complete')) incomplete.push(`check ${id} is not complete: ${statuses}`);
  }
  return incomplete;
}

/** A line for each stored file of an applicant whose erasure was acknowledged. */
function bytesOfErased(names: readonly string[], ledger: Ledger): string[] {
  const erased = ledger.applicants.filter(({ state }) => state.has('erased') && !state.has('active'));
  const ids = new Set(erased.flatMap(({ files }) => files.map(({ id }) => id)));
  return names.filter((name) => ids.has(basename(name))).map((name) => `erased, but its bytes are there: ${name}`);
}
