import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, postCall, samplePerson } from './client.ts';
import { type DataPlace, freshPlace, inDatabase } from './database.ts';
import { generateLoad } from './generator.ts';
import { quantile } from './latencies.ts';
import { newAccount } from './operate.ts';
import { startReceiver } from './receiver.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** The longest wait beside the backlog, as a multiple of the wait without. */
const MOST_RATIO = 2;

/** Single checks, one after the other. */
const SINGLES = 60;

/** Milliseconds that one check may take before the measurement is given up. */
const PATIENCE_MS = 60_000;

/** Connections that create the backlog, and requests in a go. */
const CONNECTIONS = 32;
const GO = 2_000;

/**
 * The time from the request for a check until its webhook arrives, for one account: while nothing else happens, and while a worker
 * works off the sandbox checks of another account. One API process and one worker on PostgreSQL.
 */
export async function measureBacklog(store: StoreChoice, { backlog }: BenchOptions): Promise<Line[]> {
  if (store.name === 'embedded') return [];
  const place = await freshPlace(store);
  const receiver = await startReceiver();
  const running: RunningService[] = [];
  try {
    const api = await startService(place, ['--role', 'api']);
    running.push(api);
    const other = await newAccount(api, 'single', 'sandbox');
    await ask(api, postCall('/v3.6/webhooks', other, { url: receiver.url, events: ['check.completed'] }));
    const check = await sandboxCheck(api, other);
    const single = async () => {
      const start = performance.now();
      const { id } = await ask<{ id: string }>(api, check);
      while (performance.now() - start < PATIENCE_MS) {
        const arrival = receiver.arrivals.find(({ objectId }) => objectId === id);
        if (arrival) return arrival.at - start;
        await pause(1);
      }
      throw new Error('A check never came back');
    };
    const singles = async () => {
      const times: number[] = [];
      for (let i = 0; i < SINGLES; i++) times.push(await single());
      return times;
    };

    const worker = await startService(place, ['--role', 'worker']);
    await singles();
    const quiet = await singles();
    await worker.stop();

    const crowd = await sandboxCheck(api, await newAccount(api, 'crowd', 'sandbox'));
    for (let made = 0; made < backlog; made += GO) {
      const { failures } = await generateLoad(api.http_base_url, crowd, { requests: GO }, CONNECTIONS);
      if (failures > 0) throw new Error(`${failures} checks could not be created`);
    }
    running.push(await startService(place, ['--role', 'worker']));
    const beside = await singles();
    const waiting = await jobsWaiting(place);
    const ratio = quantile(beside, 0.5) / quantile(quiet, 0.5);
    return [
      { what: 'single check of an account', p50: quantile(quiet, 0.5), p99: quantile(quiet, 0.99) },
      {
        what: `single check beside ${backlog.toLocaleString('en')} checks of another account`,
        p50: quantile(beside, 0.5),
        p99: quantile(beside, 0.99),
        figure: `${ratio.toFixed(2)} × the time; ${waiting.toLocaleString('en')} jobs left after it`,
        target: `≤ ${MOST_RATIO} × the time`,
        met: ratio <= MOST_RATIO && waiting > 0,
      },
    ];
  } finally {
    for (const service of running) await service.stop();
    await receiver.close();
    await place.drop();
  }
}

async function sandboxCheck(service: RunningService, token: string) {
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const check = { applicant_id: id, report_names: ['watchlist_standard'], privacy_notices_read_consent_given: true };
  return postCall('/v3.6/checks', token, check);
}

async function jobsWaiting({ databaseUrl }: DataPlace): Promise<number> {
  const count = 'select count(*) as n from jobs';
  const { rows } = await inDatabase(databaseUrl, (client) => client.query<{ n: string }>(count));
  return Number(rows[0]?.n);
}
