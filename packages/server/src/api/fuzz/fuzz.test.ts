import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginSession } from '../../members/sessions.ts';
import { type Answer, startService, type TestService } from '../../testing/service.ts';
import { signedIn } from '../dashboard/testing/browser.ts';
import { greyJpeg, greyPng } from '../v3/testing/files.ts';
import { encoded, type FuzzRequest, leaks, type Route, requestsTo } from './testing/requests.ts';
import { listFiles } from './testing/screened-world.ts';
import { makeTestWorld, type TestWorld } from './testing/test-world.ts';

/** Requests to each route; `FUZZ_RUNS=500` looks longer, `PROPERTY_SEED` elsewhere. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8);

const routes: Route[] = [];
/** Methods without a body or an answer to judge, and those that `fetch` refuses to send (Fetch Standard, 2.2.1). */
const UNSENT: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'CONNECT', 'TRACE']);

let service: TestService;
let world: TestWorld;
let files: Buffer[];

beforeAll(async () => {
  service = await startService({
    // Time stands still: nobody waits for it.
    settings: { synchronousWait: '0', analysis: 'on' },
    onRoute: ({ method, url, schema }) => {
      for (const one of [method].flat()) {
        if (!UNSENT.has(one)) routes.push({ method: one, url, schema: (schema ?? {}) as Route['schema'] });
      }
    },
  });
  world = await makeTestWorld(service);
  const picture = await greyPng();
  files = [
    ...[picture, await greyJpeg(), picture.subarray(0, 20_000), randomBytes(40_000), Buffer.alloc(0)],
    ...listFiles,
  ];
});
afterAll(async () => {
  await world.close();
  await service.close();
});

/** Sends generated requests to the routes, and returns those that were answered badly, each as short as it could be made. */
async function fuzz(
  chosen: readonly Route[],
  bad: (answer: Answer, sent: FuzzRequest) => string | undefined,
  credentials?: (route: Route) => Promise<Record<string, string>>,
) {
  const found: string[] = [];
  const answers: Record<string, number> = {};
  for (const route of chosen) {
    const own = await credentials?.(route);
    const property = fc.asyncProperty(requestsTo(route, world, files), async (sent) => {
      const answer = await send(route, sent, own ?? (sent.authorization ? { authorization: sent.authorization } : {}));
      const kind = `${Math.floor(answer.status / 100)}xx`;
      answers[kind] = (answers[kind] ?? 0) + 1;
      const reason = answer.status >= 500 ? `${answer.status} ${answer.bytes.subarray(0, 200)}` : bad(answer, sent);
      if (reason) throw new Error(reason);
    });
    const details = await fc.check(property, { numRuns: RUNS, interruptAfterTimeLimit: 60_000 });
    if (details.failed) {
      const shown = JSON.stringify({ ...details.counterexample?.[0], file: undefined });
      found.push(`${route.method} ${route.url}: ${(details.errorInstance as Error | null)?.message} on ${shown}`);
    }
  }
  const [requests, faults] = [Object.values(answers).reduce((sum, n) => sum + n, 0), found.length];
  console.info(`fuzz: ${requests} requests to ${chosen.length} routes, ${faults} faults (goal: 0)`, answers);
  return found;
}

async function send(route: Route, sent: FuzzRequest, credentials: Record<string, string>) {
  const { raw, form, type } = encoded(sent);
  return service.call(route.method, sent.path, {
    token: null,
    headers: {
      ...credentials,
      ...(type ? { 'content-type': type } : {}),
      ...(/^\/(forms|requests|l)\//.test(route.url) ? { 'sec-fetch-site': 'same-origin' } : {}),
    },
    ...(raw === undefined ? {} : { raw }),
    ...(form === undefined ? {} : { form }),
  });
}

/** Objects go last: what comes after would find nothing. */
const deletesLast = (a: Route, b: Route) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE');
const isOperator = ({ url }: Route) => url.startsWith('/operator/');
const isDashboard = ({ url }: Route) => url.startsWith('/dashboard/api/');
const leaked = (answer: Answer, sent: FuzzRequest) =>
  leaks(answer.bytes, sent) ? `data of another account in ${answer.status}` : undefined;

test('every route answers hostile values without a fault, and shows nothing of another account', async () => {
  const chosen = routes.filter((route) => !isOperator(route) && !isDashboard(route)).sort(deletesLast);
  const faces = ['/v3.6/', '/v3.2/', '/v2/', '/v1/', '/v4/', '/forms/', '/requests/', '/l/', '/validate_document'];
  for (const face of faces) expect(chosen.filter(({ url }) => url.startsWith(face)).length, face).toBeGreaterThan(0);
  const found = await fuzz(chosen, leaked);
  expect(found).toEqual([]);
  await service.settle();
}, 600_000);

test('the operator interface answers hostile values without a fault', async () => {
  const chosen = routes.filter(isOperator).sort(deletesLast);
  expect(chosen.length).toBeGreaterThan(20);
  const found = await fuzz(
    chosen,
    () => undefined,
    async () => ({ authorization: `Bearer ${service.operatorKey}` }),
  );
  expect(found).toEqual([]);
  await service.settle();
}, 600_000);

test('the dashboard answers hostile values of an administrator without a fault, and shows nothing of another account', async () => {
  const { id } = await signedIn(service, 'admin');
  const { services } = service;
  // A session of its own for each route: signing out is a route, too, and failures to sign in are counted.
  const credentials = async () => {
    const device = { userAgent: '', address: '127.0.0.1', browser: '' };
    const secret = await services.store.transaction((tx) => beginSession(services, tx, id, device));
    return { cookie: `__Host-bonafide=${secret}`, 'x-bonafide-dashboard': '1' };
  };
  const chosen = routes.filter(isDashboard).sort(deletesLast);
  expect(chosen.length).toBeGreaterThan(30);
  expect(await fuzz(chosen, leaked, credentials)).toEqual([]);
  await service.settle();
}, 600_000);
