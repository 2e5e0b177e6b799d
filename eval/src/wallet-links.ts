import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../packages/server/src/accounts/create.ts';
import { mintToken } from '../../packages/server/src/accounts/tokens/mint.ts';
import { directAnalyser } from '../../packages/server/src/analysis/testing/direct-analyser.ts';
import {
  openLinkRequest,
  readLink,
  responseOf,
  type WalletOptions,
} from '../../packages/server/src/api/v3/testing/wallet.ts';
import { readerSettings } from '../../packages/server/src/api/v3/testing/wallet-reader.ts';
import { startService } from '../../packages/server/src/app.ts';
import { importIssuers } from '../../packages/server/src/checks/credentials/issuers.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import { systemPrincipal } from '../../packages/server/src/context/principal.ts';
import { TestClock } from '../../packages/server/src/testing/clock.ts';
import { ADA, issueMdoc, newDevice, state } from '../../packages/verification/src/credential/testing/issuer.ts';
import type { Measurement } from './measurement.ts';

/** Times that each attack is tried. */
const TIMES = 150;

const ORIGIN = 'https://shop.example';
const LINKS = '/v3.6/digital_credentials/links';
const MINUTE_MS = 60_000;

/** Most bytes of a body, and one more. */
const TOO_LARGE = 1024 * 1024 + 1;

const utopia = state();
const licence = issueMdoc(utopia, ADA, newDevice());

/** A service with an operator's certificate and two accounts, as attackers and applicants reach it. */
async function openService() {
  const data = mkdtempSync(join(tmpdir(), 'bonafide-wallets-'));
  const clock = new TestClock();
  const flags = {
    mode: 'development',
    data,
    port: '0',
    httpPort: '0',
    rateLimits: 'off',
    analysis: 'off',
    logLevel: 'silent',
  } as const;
  const service = await startService(readSettings({ ...flags, ...readerSettings() }, {}), {
    analyser: directAnalyser,
    decoder: { ...directAnalyser },
    clock,
  });
  const { services } = service;
  const principal = systemPrincipal('start');
  await importIssuers(services, { file: utopia.authority.certificate, source: 'utopia' }, principal);
  const makeAccount = (name: string) =>
    services.store.transaction(async (tx) => {
      const accountId = await createAccount(services, tx, { name, settings: { wallet_qr: 'on' }, principal });
      const order = { accountId, environment: 'live', kind: 'api', name: 'eval', principal } as const;
      return (await mintToken(services, tx, order)).secret;
    });

  async function call(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(new URL(path, service.urls.http as string), {
      method,
      headers: {
        origin: ORIGIN,
        ...(token && { authorization: token }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, text, body: isJson ? JSON.parse(text) : null };
  }

  /** Token of a session of a new applicant. */
  async function session(secret: string): Promise<string> {
    const token = `Token token=${secret}`;
    const person = { first_name: 'Ada', last_name: 'Lovelace' };
    const { body: applicant } = await call('POST', '/v3.6/applicants', { token, body: person });
    const order = { applicant_id: applicant.id, referrer: '*://*/*' };
    return `Bearer ${(await call('POST', '/v3.6/sdk_token', { token, body: order })).body.token}`;
  }

  const [own, foreign] = [await makeAccount('Own Ltd'), await makeAccount('Foreign Ltd')];
  return {
    call,
    clock,
    /** A session of a new applicant: tokens expire, and an applicant may hand in so many documents. */
    session: (account: 'own' | 'foreign') => session(account === 'own' ? own : foreign),
    async close() {
      await service.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

type Service = Awaited<ReturnType<typeof openService>>;
type Way = 'same_device' | 'cross_device';

/** The steps of a request by a link, as each side takes them, for a new applicant. */
async function stepsOf({ call, clock, session }: Service) {
  const own = await session('own');
  const pathOf = (address: string) => new URL(address).pathname;

  async function begin(way: Way = 'same_device') {
    const body = way === 'same_device' ? { return_to: `${ORIGIN}/verify` } : {};
    const { data } = (await call('POST', LINKS, { token: own, body })).body;
    return { id: data.id as string, ...readLink(data.url) };
  }
  type Link = Awaited<ReturnType<typeof begin>>;

  async function requestOf({ requestUri, clientId }: Link) {
    const { text } = await call('GET', pathOf(requestUri));
    return openLinkRequest(text, { clientId, now: clock.now() });
  }
  type Request = Awaited<ReturnType<typeof requestOf>>;

  const respond = (request: Request, options?: Partial<WalletOptions>) =>
    responseOf(request, licence, { now: clock.now(), ...options });
  const post = (request: Request, body: URLSearchParams) =>
    call('POST', pathOf(String(request.response_uri)), { body });

  /** Collects the document with the code that the wallet brought, or without one. */
  async function collect(id: string, posted: { body: { redirect_uri?: string } | null }, token = own) {
    const fragment = new URLSearchParams(posted.body?.redirect_uri?.split('#')[1] ?? '');
    const code = fragment.get('response_code');
    const body = { id, ...(code !== null && { response_code: code }) };
    return (await call('POST', '/v3.6/digital_credentials', { token, body })).status === 201;
  }
  return { begin, requestOf, respond, post, collect, pathOf };
}

/** Returns whether try number `i` of an attack gets a document or a request that it should not. */
type Attack = (service: Service, i: number) => Promise<boolean>;

/** Lets the wallet believe another request than its own. */
const believing =
  (believe: (i: number) => WalletOptions['believe']): Attack =>
  async (service, i) => {
    const { begin, requestOf, respond, post, collect } = await stepsOf(service);
    const link = await begin(i % 2 === 0 ? 'same_device' : 'cross_device');
    const request = await requestOf(link);
    return collect(link.id, await post(request, await respond(request, { believe: believe(i) ?? {} })));
  };

const attacks: Readonly<Record<string, Attack>> = {
  'other nonce': believing((i) => ({ nonce: `other-${i}` })),
  'other sender': believing((i) => ({ clientId: `x509_hash:other-${i}` })),
  'other response address': believing((i) => ({ responseUri: `https://shop${i}.example/response` })),
  async 'replay of the answer to another request'(service) {
    const { begin, requestOf, respond, post, collect } = await stepsOf(service);
    const [first, second] = [await begin(), await begin()];
    const form = await respond(await requestOf(first));
    return collect(second.id, await post(await requestOf(second), form));
  },
  async 'other session: the code stays with the victim'(service, i) {
    const { begin, requestOf, respond, post, collect } = await stepsOf(service);
    const link = await begin();
    const request = await requestOf(link);
    const posted = await post(request, await respond(request));
    if (posted.status !== 200) throw new Error('The answer of the victim must be taken');
    if (i % 3 === 0) return collect(link.id, { body: null });
    if (i % 3 === 1) return collect(link.id, { body: { redirect_uri: `#response_code=${'A'.repeat(22)}` } });
    return collect(link.id, posted, await service.session(i % 2 === 0 ? 'own' : 'foreign'));
  },
  async "other account's request_uri"(service) {
    const { begin, pathOf } = await stepsOf(service);
    const [one, other] = [await begin(), await begin()].map(({ requestUri }) => pathOf(requestUri).split('/').at(-1)!);
    const [id, secret] = [
      Buffer.from(one!, 'base64url').subarray(0, 16),
      Buffer.from(other!, 'base64url').subarray(16),
    ];
    const mixed = Buffer.concat([id, secret]).toString('base64url');
    return (await service.call('GET', `/wallet/${mixed}`)).status !== 404;
  },
  async 'answer sent twice'(service) {
    const { begin, requestOf, respond, post } = await stepsOf(service);
    const request = await requestOf(await begin());
    const forms = [await respond(request), await respond(request)];
    const taken = await Promise.all(forms.map((form) => post(request, form)));
    return taken.filter(({ status }) => status === 200).length > 1;
  },
  async 'changed ciphertext'(service, i) {
    const { begin, requestOf, respond, post } = await stepsOf(service);
    const request = await requestOf(await begin());
    const parts = (await respond(request)).get('response')!.split('.');
    const at = [0, 2, 3, 4][i % 4]!;
    const part = parts[at]!;
    const place = i % (part.length - 1);
    const changed = part.slice(0, place) + (part[place] === 'A' ? 'B' : 'A') + part.slice(place + 1);
    const form = new URLSearchParams({ response: parts.with(at, changed).join('.') });
    return (await post(request, form)).status === 200;
  },
  async 'oversized body'(service, i) {
    const { begin, requestOf, post } = await stepsOf(service);
    const request = await requestOf(await begin());
    return (await post(request, new URLSearchParams({ response: 'A'.repeat(TOO_LARGE + i) }))).status === 200;
  },
  async 'expired request'(service) {
    const { begin, requestOf, respond, post, collect } = await stepsOf(service);
    const link = await begin();
    const request = await requestOf(link);
    const form = await respond(request);
    service.clock.advance(15 * MINUTE_MS);
    return collect(link.id, await post(request, form));
  },
};

/** Sound answers, without which refusals would prove nothing. */
async function accepted(service: Service, way: Way): Promise<number> {
  let count = 0;
  for (let i = 0; i < TIMES; i++) {
    const { begin, requestOf, respond, post, collect } = await stepsOf(service);
    const link = await begin(way);
    const request = await requestOf(link);
    if (await collect(link.id, await post(request, await respond(request)))) count += 1;
  }
  return count;
}

/** Attacks on requests by a link or a code, on a service of its own. */
export async function measureLinks(): Promise<Measurement[]> {
  const service = await openService();
  const line = (what: string, right: number) => ({ what, right, of: TIMES, target: 'all', met: right === TIMES });
  try {
    const lines: Measurement[] = [];
    for (const way of ['same_device', 'cross_device'] as const) {
      lines.push(line(`sound, by a link, ${way}: accepted`, await accepted(service, way)));
    }
    for (const [name, attack] of Object.entries(attacks)) {
      let refused = 0;
      for (let i = 0; i < TIMES; i++) if (!(await attack(service, i))) refused += 1;
      lines.push(line(`${name}, by a link: not accepted`, refused));
    }
    return lines;
  } finally {
    await service.close();
  }
}
