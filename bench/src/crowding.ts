import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { ask, getCall, postCall, samplePerson } from './client.ts';
import { startCrowd } from './crowd.ts';
import { type CrowdingLoad, crowdingLoads } from './crowding-loads.ts';
import { latencies, quantile, RATE } from './latencies.ts';
import { newAccount } from './operate.ts';
import { processorTimeOf } from './processor-time.ts';
import type { Line } from './table.ts';

/** The most by which the 99th percentile of another account may grow meanwhile, and the most memory of the service then. */
const MOST = { ratio: 3, memory: 400e6 };

/** Seconds of requests; their 99th percentile is printed. */
const SECONDS = 12;

/** Milliseconds that a crowd has to get under way, and that the memory has to return after it. */
const WARM_MS = 3_000;
const AFTER_MS = 60_000;

const mb = (bytes: number) => Math.round(bytes / 1e6);

/**
 * GET of an applicant of one account at an even rate: alone, and beside each of several loads by another account. Prints also
 * the memory of the service before, during and after each load.
 */
export async function measureCrowding({ service, place }: Bench): Promise<Line[]> {
  const own = await newAccount(service, 'crowded', 'live');
  const { id: mine } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', own, samplePerson));
  const get = getCall(`/v3.6/applicants/${mine}`, own);
  const port = Number(new URL(service.http_base_url).port);
  const measure = () => latencies(() => ask(service, get), SECONDS);
  await measure();
  const alone = await measure();
  const p99Alone = quantile(alone, 0.99);

  const beside = async ({ what, requests, connections, manner, end }: CrowdingLoad): Promise<Line> => {
    const files = requests.map((_, i) => join(place.directory, `crowd-${i}`));
    for (const [i, file] of files.entries()) writeFileSync(file, requests[i] as Buffer);
    const before = service.child.memory().now;
    const crowd = startCrowd({ port, connections, files, manner });
    await pause(WARM_MS);
    service.child.forgetPeak();
    const processor = processorTimeOf(service.child.pid) ?? 0;
    const times = await measure();
    const used = (((processorTimeOf(service.child.pid) ?? 0) - processor) / SECONDS / 1e6) * 100;
    const { peak } = service.child.memory();
    await crowd.stop('SIGKILL');
    await end?.();
    await pause(AFTER_MS);
    const after = service.child.memory().now;
    const p99 = quantile(times, 0.99);
    const ratio = p99 / p99Alone;
    return {
      what: `GET applicant beside ${what}`,
      rate: RATE,
      p50: quantile(times, 0.5),
      p99,
      figure: `${ratio.toFixed(1)} × alone; ${mb(before)} → ${mb(peak)} → ${mb(after)} MB; ${used.toFixed(0)} % of a core`,
      target: `p99 ≤ ${MOST.ratio} × alone, < ${mb(MOST.memory)} MB`,
      met: ratio <= MOST.ratio && peak < MOST.memory,
    };
  };
  const lines: Line[] = [{ what: 'GET applicant, nothing else', rate: RATE, p50: quantile(alone, 0.5), p99: p99Alone }];
  for await (const load of crowdingLoads(service)) lines.push(await beside(load));
  return lines;
}
