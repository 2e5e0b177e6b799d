import type { Bench } from './bench.ts';
import { ask, getCall, postCall, samplePerson } from './client.ts';
import { freshPlace } from './database.ts';
import { compare, type Target } from './load.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** What the request log may take of the rate of GET. */
const MOST_LOST = 0.03;

/** Times as many rounds as other measurements: a few percent are less than two rounds differ by. */
const PAIRS = 3;

/**
 * GET of an applicant with the request log and without, by two new services in turn. The audit log has no entry of that
 * request: it records what a person opens, and of API tokens the downloads.
 */
export async function measureRequestLog({ options, store }: Bench): Promise<Line[]> {
  const places = [await freshPlace(store), await freshPlace(store)] as const;
  const services: RunningService[] = [];
  try {
    services.push(await startService(places[0]), await startService(places[1], ['--request-log-days', '0']));
    const [first, second] = services as [RunningService, RunningService];
    const targets = [await targetOf('with', first), await targetOf('without', second)];
    const [logged, plain] = await compare(targets, { ...options, rounds: options.rounds * PAIRS });
    if (!logged || !plain) throw new Error('A target has no figures');
    const part = logged.rate / plain.rate;
    const what = 'GET applicant,';
    return [
      { what: `${what} no request log`, ...plain },
      {
        what: `${what} request log and audit log`,
        ...logged,
        figure: `${percent(part)} of the rate without${plain.cpu && logged.cpu ? `; ${percent(plain.cpu / logged.cpu)} by CPU` : ''}`,
        target: `≥ ${(1 - MOST_LOST) * 100} %`,
        met: part >= 1 - MOST_LOST && logged.failures === 0,
      },
    ];
  } finally {
    for (const service of services) await service.stop();
    for (const place of places) await place.drop();
  }
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`;

async function targetOf(name: string, service: RunningService): Promise<Target> {
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const call = getCall(`/v3.6/applicants/${id}`, token);
  return { name, url: service.http_base_url, call, pid: service.child.pid as number };
}
