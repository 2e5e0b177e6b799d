import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, getCall, make, postCall, samplePerson, uploadCall } from './client.ts';
import { freshPlace } from './database.ts';
import { growthOf } from './growth-of-memory.ts';
import { newAccount } from './operate.ts';
import { noisePng } from './picture.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** Clients. Each makes the requests about one applicant in turn. */
const CLIENTS = 16;

/** Milliseconds between the beginnings of two applicants of a client. */
const PACE_MS = 1_000;

/** Reads of each applicant. */
const READS = 8;

/** Minutes after which the memory must not grow. */
const SETTLE_MINUTES = 10;

/** Milliseconds between two looks at the memory. */
const SAMPLE_MS = 1_000;

const MB = 1e6;

/**
 * Resident memory of a process that answers requests, under an even load: create, read, list, upload, download, check. On
 * PostgreSQL the process has the role `api`, and a worker beside it runs the checks. Prints the growth after the tenth minute.
 */
export async function measureMemory(store: StoreChoice, { minutes }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(store);
  const services: RunningService[] = [];
  try {
    const isShared = store.name === 'PostgreSQL';
    if (isShared) services.push(await startService(place, ['--role', 'worker']));
    const service = await startService(place, isShared ? ['--role', 'api'] : []);
    services.push(service);
    const token = await newAccount(service, 'memory', 'sandbox');
    const { samples, requests, failures } = await watch(service, token, minutes);
    const settled = Math.min(SETTLE_MINUTES, minutes / 2);
    const { perHour, halfWidth, means } = growthOf(samples.filter(({ minute }) => minute >= settled));
    const at = (minute: number) => samples.findLast((sample) => sample.minute <= minute)?.bytes ?? Number.NaN;
    const mb = (bytes: number) => (bytes / MB).toFixed(0);
    const peak = Math.max(...samples.map(({ bytes }) => bytes));
    return [
      {
        what: `memory under load for ${minutes} minutes`,
        rate: requests / (minutes * 60),
        figure: `at the start ${mb(at(0))} MB, after ${settled} minutes ${mb(means[0] ?? Number.NaN)} MB, at the end ${mb(means.at(-1) ?? Number.NaN)} MB, peak ${mb(peak)} MB; ${failures} requests failed`,
        target: '0 failed',
        met: failures === 0,
      },
      {
        what: `growth of the memory after ${settled} minutes (95 % interval)`,
        figure: `${(perHour / MB).toFixed(1)} MB an hour (${((perHour - halfWidth) / MB).toFixed(1)} to ${((perHour + halfWidth) / MB).toFixed(1)})`,
        target: 'interval reaches 0',
        met: perHour - halfWidth <= 0,
      },
    ];
  } finally {
    for (const service of services.reverse()) await service.stop();
    await place.drop();
  }
}

/** Loads the process for some minutes, and looks at its memory meanwhile. */
async function watch(service: RunningService, token: string, minutes: number) {
  const began = performance.now();
  const minute = () => (performance.now() - began) / 60_000;
  const samples = [{ minute: 0, bytes: service.child.memory().now }];
  let requests = 0;
  let failures = 0;
  const counted = async <T>(request: Promise<T>): Promise<T> => {
    requests += 1;
    return request;
  };
  const story = async () => {
    const { id } = await counted(ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson)));
    for (let read = 0; read < READS; read++) {
      await counted(ask(service, getCall(`/v3.6/applicants/${id}`, token)));
    }
    await counted(ask(service, getCall('/v3.6/applicants?per_page=20', token)));
    const file = { name: 'a.png', type: 'image/png', bytes: noisePng(120) };
    const upload = uploadCall('/v3.6/documents', token, { applicant_id: id, type: 'passport' }, file);
    const document = await counted(ask<{ id: string }>(service, upload));
    await (await counted(make(service, getCall(`/v3.6/documents/${document.id}/download`, token)))).arrayBuffer();
    const check = { applicant_id: id, report_names: ['document'], privacy_notices_read_consent_given: true };
    const { id: checkId } = await counted(ask<{ id: string }>(service, postCall('/v3.6/checks', token, check)));
    await counted(ask(service, getCall(`/v3.6/checks/${checkId}`, token)));
  };
  const client = async (number: number) => {
    let due = began + (number * PACE_MS) / CLIENTS;
    while (minute() < minutes) {
      await pause(Math.max(0, due - performance.now()));
      // A machine that stood still is not loaded for the time that it lost.
      due = Math.max(due, performance.now() - PACE_MS) + PACE_MS;
      await story().catch((error) => {
        if (failures === 0) process.stderr.write(`${error}\n`);
        failures += 1;
      });
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  while (minute() < minutes) {
    await pause(SAMPLE_MS);
    const sample = { minute: minute(), bytes: service.child.memory().now };
    const isNewMinute = Math.floor(sample.minute) > Math.floor(samples.at(-1)?.minute ?? 0);
    if (isNewMinute)
      process.stderr.write(`minute ${Math.floor(sample.minute)}: ${(sample.bytes / MB).toFixed(0)} MB\n`);
    samples.push(sample);
  }
  await clients;
  return { samples, requests, failures };
}
