import type { BenchOptions, StoreChoice } from './arguments.ts';
import { getCall, make } from './client.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { compare } from './load.ts';
import { seedApplicants } from './seed.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

const FEW = 10_000;

/** Largest ratio between the newest page's time with many applicants and with few. */
const MOST_RATIO = 1.5;

const LIST = '/v3.6/applicants?per_page=20';

/** The newest 20 with their total, with few applicants and with many, on two services side by side. */
export async function measureLists(store: StoreChoice, options: BenchOptions): Promise<Line[]> {
  const places: DataPlace[] = [];
  const services: RunningService[] = [];
  try {
    const counts = [FEW, options.manyApplicants];
    for (const count of counts) {
      const place = await freshPlace(store);
      places.push(place);
      services.push(await startSeeded(place, count));
    }
    const targets = services.map((service, i) => ({
      name: String(counts[i]),
      url: service.http_base_url,
      call: getCall(LIST, service.live_token),
    }));
    const [few, many] = await compare(targets, options);
    if (!few || !many) throw new Error('A target has no figures');
    const ratio = few.rate / many.rate;
    return [
      { what: `list with ${FEW.toLocaleString('en')} applicants`, ...few },
      {
        what: `list with ${options.manyApplicants.toLocaleString('en')} applicants`,
        ...many,
        figure: `${ratio.toFixed(2)} × the time`,
        target: `≤ ${MOST_RATIO} × the time`,
        met: ratio <= MOST_RATIO && few.failures + many.failures === 0,
      },
    ];
  } finally {
    for (const service of services) await service.stop();
    for (const place of places) await place.drop();
  }
}

async function startSeeded(place: DataPlace, count: number): Promise<RunningService> {
  const empty = await startService(place);
  await empty.stop();
  await seedApplicants(place, empty.accountId, count);
  const service = await startService(place);
  const total = (await make(service, getCall(LIST, service.live_token))).headers.get('x-total-count');
  if (total !== String(count)) throw new Error(`The list says ${total} of ${count} applicants`);
  return service;
}
