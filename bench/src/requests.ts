import { type Baseline, fixtureOf, startBare, startCeiling } from './baselines.ts';
import { type Bench, LEAST_OF_PRISM, leastOfBare } from './bench.ts';
import { ask, type Call, getCall, postCall, samplePerson } from './client.ts';
import { generator } from './generator.ts';
import { compare, type Figures, type Target } from './load.ts';
import { newAccount } from './operate.ts';
import type { RunningService } from './service.ts';
import type { Line } from './table.ts';

/** Applicants that a list has at least, so that its page is full. */
const PAGE = 20;

/** Accounts whose clients ask at once. Requests of one turn share reads where they ask for the same applicant or page of one account. */
const ACCOUNTS = 64;

/**
 * GET and POST of an applicant and the newest page of the list, beside the bare framework and Prism; GET and list again with the
 * applicants of many accounts.
 */
export async function measureRequests(bench: Bench): Promise<Line[]> {
  const { service, place, store } = bench;
  const { create, get, list } = await callsOfAccount(service, service.live_token);
  const other = bench.other && (await callsOfAccount(bench.other, bench.other.live_token));
  const fixtures = [await fixtureOf(service, get), await fixtureOf(service, list), await fixtureOf(service, create)];
  const bare = await startBare(place, fixtures);
  try {
    const { get: leastGet, post: leastPost, list: leastList } = leastOfBare[store.name];
    return [
      await measureCeiling(bench, get, fixtures[0]?.answer ?? ''),
      await measure(bench, bare, { what: 'GET applicant', call: get, other: other?.get, least: leastGet }),
      await measureTls(bench, bare, 'GET applicant, HTTPS', get),
      await measure(bench, bare, { what: 'POST applicant', call: create, other: other?.create, least: leastPost }),
      await measureKeys(bench, create),
      // Prism answers a list with one example, so its rate is not a measure of ours.
      await measure(bench, bare, {
        what: `list of ${PAGE} with total`,
        call: list,
        other: other?.list,
        least: leastList,
        mocked: false,
      }),
      ...(await measureAccounts(bench, bare, { get, list })),
    ];
  } finally {
    await bare.stop();
  }
}

interface Calls {
  readonly create: Call;
  readonly get: Call;
  readonly list: Call;
}

/** Fills a page of an account's applicants. Returns the requests for the last of them and for the page. */
async function callsOfAccount(service: RunningService, token: string): Promise<Calls> {
  const create = postCall('/v3.6/applicants', token, samplePerson);
  let id = '';
  for (let i = 0; i < PAGE; i++) id = (await ask<{ id: string }>(service, create)).id;
  return {
    create,
    get: getCall(`/v3.6/applicants/${id}`, token),
    list: getCall(`/v3.6/applicants?per_page=${PAGE}`, token),
  };
}

/** GET and list of many accounts in turn. The bare framework repeats `like`. */
async function measureAccounts(bench: Bench, bare: Baseline, like: Pick<Calls, 'get' | 'list'>): Promise<Line[]> {
  const { service } = bench;
  const calls: Calls[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    calls.push(await callsOfAccount(service, await newAccount(service, `Requests ${n}`, 'live')));
  }
  const lines: Line[] = [];
  for (const [kind, what] of [
    ['get', `GET applicant, ${ACCOUNTS} accounts`],
    ['list', `list of ${PAGE} with total, ${ACCOUNTS} accounts`],
  ] as const) {
    const inTurn = calls.map((call) => call[kind]);
    const [ours] = await besideBare(bench, [
      { name: 'service', url: service.http_base_url, call: { ...like[kind], inTurn }, pid: service.child.pid },
      { name: 'bare', url: bare.url, call: { ...like[kind], inTurn: inTurn.map(() => like[kind]) }, pid: bare.pid },
    ]);
    lines.push({ what, ...ours });
  }
  return lines;
}

/** Measures the rate of the load generator against a server that does nothing: no higher rate can be seen. */
async function measureCeiling(bench: Bench, call: Call, answer: string): Promise<Line> {
  const ceiling = await startCeiling(bench.place, answer);
  try {
    const [found] = await compare([{ name: 'ceiling', url: ceiling.url, call, pid: ceiling.pid }], bench.options);
    return { what: `ceiling of ${generator}: bare net server, the same bytes`, ...found };
  } finally {
    await ceiling.stop();
  }
}

interface Measured {
  readonly what: string;
  readonly call: Call;
  /** The same call of the other build, if there is one. */
  readonly other?: Call | undefined;
  /** Least part of the bare framework's rate. */
  readonly least: number;
  /** True if Prism gives a comparable answer. */
  readonly mocked?: boolean;
}

async function measure(
  bench: Bench,
  bare: Baseline,
  { what, call, other, least, mocked = true }: Measured,
): Promise<Line> {
  const { service, prism } = bench;
  const targets: Target[] = [
    { name: 'service', url: service.http_base_url, call, pid: service.child.pid },
    { name: 'bare', url: bare.url, call, pid: bare.pid },
  ];
  if (prism && mocked) targets.push({ name: 'Prism', url: prism.url, call });
  if (bench.other && other) targets.push({ name: 'other', url: bench.other.http_base_url, call: other });
  const [ours, ...others] = await besideBare(bench, targets);
  const ofTarget = (name: string) => {
    const found = others[targets.findIndex((target) => target.name === name) - 2];
    return found && ours.rate / found.rate;
  };
  const [ofPrism, ofOther] = [ofTarget('Prism'), ofTarget('other')];
  return {
    what,
    ...ours,
    ...(ofPrism === undefined ? {} : { ofPrism }),
    ...(ofOther === undefined ? {} : { ofOther }),
    ...(ours.failures > 0 ? { figure: `${ours.failures} failed` } : {}),
    target: `≥ ${least} of bare${ofPrism === undefined ? '' : `, ≥ ${LEAST_OF_PRISM} × Prism`}`,
    met: ours.ofBare >= least && (ofPrism === undefined || ofPrism >= LEAST_OF_PRISM) && ours.failures === 0,
  };
}

async function measureTls(bench: Bench, bare: Baseline, what: string, call: Call): Promise<Line> {
  const { service } = bench;
  const targets: Target[] = [
    { name: 'service', url: service.base_url, call, pid: service.child.pid },
    { name: 'bare', url: bare.httpsUrl as string, call, pid: bare.pid },
  ];
  const [ours] = await besideBare(bench, targets);
  return { what, ...ours };
}

/** Least part of a POST's rate that a POST with an idempotency key has. */
const LEAST_OF_POST = 0.97;

/** Measures what an idempotency key costs: beside the same POST with a header that means nothing. */
async function measureKeys({ service, options }: Bench, call: Call): Promise<Line> {
  const target = (name: string, numbered: string): Target => ({
    name,
    url: service.http_base_url,
    call: { ...call, numbered },
    pid: service.child.pid,
  });
  const [keyed, plain] = await compare([target('keyed', 'idempotency-key'), target('plain', 'x-number')], options);
  if (!keyed || !plain) throw new Error('A target has no figures');
  const part = keyed.rate / plain.rate;
  return {
    what: 'POST applicant, each with an idempotency key',
    ...keyed,
    figure: `${part.toFixed(2)} of POST without`,
    target: `≥ ${LEAST_OF_POST} of POST without`,
    met: part >= LEAST_OF_POST && keyed.failures === 0,
  };
}

type BesideBare = Figures & { readonly ofBare: number; readonly cpuOfBare?: number };

/** Loads the service, the bare framework and others in turn. Answers the figures of the service with its parts of bare, and of the others. */
async function besideBare({ options }: Bench, targets: readonly Target[]): Promise<[BesideBare, ...Figures[]]> {
  const [ours, alone, ...others] = await compare(targets, options);
  if (!ours || !alone) throw new Error('A target has no figures');
  const cpuOfBare = ours.cpu && alone.cpu ? { cpuOfBare: alone.cpu / ours.cpu } : {};
  return [{ ...ours, ofBare: ours.rate / alone.rate, ...cpuOfBare }, ...others];
}
