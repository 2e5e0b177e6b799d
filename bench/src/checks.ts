import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { ask, postCall, samplePerson } from './client.ts';
import { startReceiver } from './receiver.ts';
import type { Line } from './table.ts';

const CHECKS_PER_SECOND = 50;

/** Milliseconds from the request for a check to its webhook, and resident bytes of the service. */
const MOST = { p50: 15, p99: 150, memory: 200e6 };

/** Milliseconds that the last webhooks have to come in. */
const LAST_MS = 10_000;

/** Seconds of the same before the measurement, for the compiler of JavaScript. */
const WARM_UP_SECONDS = 2;

/** Checks in sandbox at an even rate, whether or not earlier ones are done: from request to `check.completed`, and the memory. */
export async function measureChecks({ service, options }: Bench): Promise<Line[]> {
  const receiver = await startReceiver();
  try {
    const token = service.sandbox_token;
    const { id: applicant_id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
    await ask(service, postCall('/v3.6/webhooks', token, { url: receiver.url, events: ['check.completed'] }));
    const create = postCall('/v3.6/checks', token, {
      applicant_id,
      report_names: ['watchlist_standard'],
      privacy_notices_read_consent_given: true,
    });

    const sent = new Map<string, number>();
    const open: Promise<void>[] = [];
    const warmUp = WARM_UP_SECONDS * CHECKS_PER_SECOND;
    const count = options.checkSeconds * CHECKS_PER_SECOND;
    const start = performance.now();
    for (let i = -warmUp; i < count; i++) {
      const due = start + ((i + warmUp) * 1000) / CHECKS_PER_SECOND;
      if (due > performance.now()) await pause(due - performance.now());
      const at = performance.now();
      open.push(
        ask<{ id: string }>(service, create).then(({ id }) => {
          if (i >= 0) sent.set(id, at);
        }),
      );
    }
    await Promise.all(open);
    const deadline = performance.now() + LAST_MS;
    while (receiver.arrivals.length < warmUp + count && performance.now() < deadline) await pause(20);

    const delays = new Map<string, number>();
    for (const { objectId, at } of receiver.arrivals) {
      const from = sent.get(objectId);
      if (from !== undefined && !delays.has(objectId)) delays.set(objectId, at - from);
    }
    const sorted = [...delays.values()].sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
    const memory = service.child.memory().now;
    const [p50, p99, missing] = [at(0.5), at(0.99), count - sorted.length];
    return [
      {
        what: 'check created → completed → webhook received',
        rate: CHECKS_PER_SECOND,
        p50,
        p99,
        figure: missing > 0 ? `${missing} of ${count} never came` : `${count} checks`,
        target: `p50 ≤ ${MOST.p50} ms, p99 ≤ ${MOST.p99} ms`,
        met: p50 <= MOST.p50 && p99 <= MOST.p99 && missing === 0,
      },
      {
        what: 'memory of the service after these checks',
        figure: `${Math.round(memory / 1e6)} MB`,
        target: `≤ ${MOST.memory / 1e6} MB`,
        met: memory <= MOST.memory,
      },
    ];
  } finally {
    await receiver.close();
  }
}
