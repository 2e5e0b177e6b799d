import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { ask, type Call, getCall, postCall, samplePerson, uploadCall } from './client.ts';
import { bytesOf, startCrowd } from './crowd.ts';
import { latencies, quantile, RATE } from './latencies.ts';
import { flatPng, noisePng } from './picture.ts';
import { processorTimeOf } from './processor-time.ts';
import { NO_HINDRANCE } from './service.ts';
import type { Line } from './table.ts';

/** The most by which the 99th percentile of another account may grow meanwhile. */
const MOST_RATIO = 5;

/** Seconds of requests; their 99th percentile is printed. */
const SECONDS = 12;

/** Milliseconds that a crowd has to get under way, and that the memory has to return after it. */
const WARM_MS = 3_000;
const AFTER_MS = 60_000;

/** Pixels on a side of noise that makes about 10 MB, and of a flat picture that takes long to decode. */
const LARGE = 1_800;
const SLOW = 4_500;

const mb = (bytes: number) => Math.round(bytes / 1e6);

/**
 * GET of an applicant of one account at an even rate: alone, and beside each of three loads by another account. Prints also
 * the memory of the service before, during and after each load.
 */
export async function measureCrowding({ service, place }: Bench): Promise<Line[]> {
  const own = await anotherAccount(service);
  const { id: mine } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', own, samplePerson));
  const get = getCall(`/v3.6/applicants/${mine}`, own);
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const fields = { applicant_id: id, type: 'passport' };
  const picture = (bytes: Buffer) => ({ name: 'a.png', type: 'image/png', bytes });
  const large = uploadCall('/v3.6/documents', token, fields, picture(noisePng(LARGE)));
  const slow = uploadCall('/v3.6/documents', token, fields, picture(flatPng(SLOW)));
  const stored = await ask<{ id: string }>(service, large);
  const download = getCall(`/v3.6/documents/${stored.id}/download`, token);

  const file = join(place.directory, 'crowd');
  const port = Number(new URL(service.http_base_url).port);
  const measure = () => latencies(() => ask(service, get), SECONDS);
  await measure();
  const alone = await measure();
  const p99Alone = quantile(alone, 0.99);
  const lines: Line[] = [{ what: 'GET applicant, nothing else', rate: RATE, p50: quantile(alone, 0.5), p99: p99Alone }];
  const beside = async (what: string, call: Call, connections: number, reads: boolean) => {
    writeFileSync(file, bytesOf(call));
    const before = service.child.memory().now;
    const crowd = startCrowd({ port, connections, file, reads });
    await pause(WARM_MS);
    const processor = processorTimeOf(service.child.pid) ?? 0;
    const times = await measure();
    const used = (((processorTimeOf(service.child.pid) ?? 0) - processor) / SECONDS / 1e6) * 100;
    const during = service.child.memory().now;
    await crowd.stop('SIGKILL');
    await pause(AFTER_MS);
    const after = service.child.memory().now;
    const p99 = quantile(times, 0.99);
    const ratio = p99 / p99Alone;
    lines.push({
      what: `GET applicant beside ${what}`,
      rate: RATE,
      p50: quantile(times, 0.5),
      p99,
      figure: `${ratio.toFixed(1)} × alone; ${mb(before)} → ${mb(during)} → ${mb(after)} MB; ${used.toFixed(0)} % of a core`,
      target: `p99 ≤ ${MOST_RATIO} × alone`,
      met: ratio <= MOST_RATIO,
    });
  };
  await beside('20 uploads of 10 MB', large, 20, true);
  await beside('30 slow pictures', slow, 30, true);
  await beside('300 downloads that are not read', download, 300, false);
  return lines;
}

/** Makes a second account; returns its live token. */
async function anotherAccount({ http_base_url, operator_key }: Bench['service']): Promise<string> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${http_base_url}/operator/v1${path}`, init);
    if (!answer.ok) throw new Error(`The operator interface answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { id } = (await send('POST', '/accounts', { name: 'crowded' })) as { id: string };
  await send('PATCH', `/accounts/${id}`, { rate_limit_live: NO_HINDRANCE });
  const { token } = (await send('POST', `/accounts/${id}/tokens`, { environment: 'live', name: 'bench' })) as {
    token: string;
  };
  return token;
}
