import { type Baseline, fixtureOf, startBare } from './baselines.ts';
import { type Bench, LEAST_OF_PRISM, leastOfBare } from './bench.ts';
import { ask, type Call, getCall, postCall, somebody } from './client.ts';
import { compare } from './load.ts';
import type { Line } from './table.ts';

/** Applicants that a list has at least, so that its page is full. */
const PAGE = 20;

/** GET and POST of an applicant and the newest page of the list, beside the bare framework and Prism. */
export async function measureRequests(bench: Bench): Promise<Line[]> {
  const { service, place, store } = bench;
  const token = service.live_token;
  const create = postCall('/v3.6/applicants', token, somebody);
  let id = '';
  for (let i = 0; i < PAGE; i++) id = (await ask<{ id: string }>(service, create)).id;
  const get = getCall(`/v3.6/applicants/${id}`, token);
  const list = getCall(`/v3.6/applicants?per_page=${PAGE}`, token);
  const fixtures = [await fixtureOf(service, get), await fixtureOf(service, list), await fixtureOf(service, create)];
  const bare = await startBare(place, fixtures);
  try {
    const { get: leastGet, post: leastPost } = leastOfBare[store.name];
    return [
      await measure(bench, bare, 'GET applicant', get, leastGet),
      await measureTls(bench, bare, 'GET applicant, HTTPS', get),
      await measure(bench, bare, 'POST applicant', create, leastPost),
      // Prism answers a list with one example, so its rate is no measure of ours.
      await measure(bench, bare, `list, newest ${PAGE} with total`, list),
    ];
  } finally {
    await bare.stop();
  }
}

async function measure(bench: Bench, bare: Baseline, what: string, call: Call, least?: number): Promise<Line> {
  const targets = [
    { name: 'service', url: bench.service.http_base_url, call },
    { name: 'bare', url: bare.url, call },
    { name: 'Prism', url: bench.prism.url, call },
  ];
  const [ours, alone, mock] = await compare(targets, bench.options);
  if (!ours || !alone || !mock) throw new Error('A target has no figures');
  const [ofBare, ofPrism] = [ours.rate / alone.rate, ours.rate / mock.rate];
  return {
    what,
    ...ours,
    ofBare,
    ofPrism,
    ...(ours.failures > 0 ? { figure: `${ours.failures} failed` } : {}),
    ...(least === undefined
      ? {}
      : {
          target: `≥ ${least} of bare, ≥ ${LEAST_OF_PRISM} × Prism`,
          met: ofBare >= least && ofPrism >= LEAST_OF_PRISM && ours.failures === 0,
        }),
  };
}

async function measureTls(bench: Bench, bare: Baseline, what: string, call: Call): Promise<Line> {
  const targets = [
    { name: 'service', url: bench.service.base_url, call },
    { name: 'bare', url: bare.httpsUrl as string, call },
  ];
  const [ours, alone] = await compare(targets, bench.options);
  if (!ours || !alone) throw new Error('A target has no figures');
  return { what, ...ours, ofBare: ours.rate / alone.rate };
}
