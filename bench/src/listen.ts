import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { ask, postCall, samplePerson } from './client.ts';
import { quantile } from './latencies.ts';
import { serviceScript } from './service.ts';
import type { Line } from './table.ts';

/** Checks, one after the other. */
const CHECKS = 60;

/** Milliseconds between two checks. */
const APART_MS = 50;

/** Milliseconds from the request that causes an event to the line that shows the event. */
const MOST_MS = 200;

/** Milliseconds that the last line has to come in. */
const LAST_MS = 10_000;

/** The time until `bonafide listen` shows an event, from before the request that causes the event. */
export async function measureListen({ service }: Bench): Promise<Line[]> {
  const token = service.sandbox_token;
  const env = { ...process.env, BONAFIDE_API_TOKEN: token, BONAFIDE_URL: service.http_base_url };
  const child = spawn(process.execPath, [serviceScript, 'listen', '--events', 'check.started', '--json'], { env });
  const shown = new Map<string, number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    shown.set(JSON.parse(line).object_id, performance.now());
  });
  try {
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.startsWith('Ready')) resolve();
        else reject(new Error(line));
      });
    });
    const { id: applicant_id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
    const asked = { applicant_id, report_names: ['watchlist_standard'], privacy_notices_read_consent_given: true };
    const sent = new Map<string, number>();
    for (let n = 0; n < CHECKS; n++) {
      const at = performance.now();
      const { id } = await ask<{ id: string }>(service, postCall('/v3.6/checks', token, asked));
      sent.set(id, at);
      await pause(APART_MS);
    }
    const deadline = performance.now() + LAST_MS;
    while (shown.size < CHECKS && performance.now() < deadline) await pause(10);
    const delays = [...sent].map(([id, at]) => (shown.get(id) ?? Number.POSITIVE_INFINITY) - at).sort((a, b) => a - b);
    const [p50, most] = [quantile(delays, 0.5), delays.at(-1) ?? Number.NaN];
    return [
      {
        what: `bonafide listen shows an event of ${CHECKS}, from the request that causes it`,
        figure: `p50 ${p50.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
        target: `≤ ${MOST_MS} ms`,
        met: most <= MOST_MS,
      },
    ];
  } finally {
    child.kill('SIGINT');
  }
}
