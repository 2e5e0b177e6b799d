import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../../packages/conformance/src/main.ts';
import { readTable } from '../../../packages/conformance/src/table.ts';
import { freePort } from '../../../packages/server/src/testing/free-port.ts';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { type Damage, damagingProxy, json } from './damaging-proxy.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ realTime: true });
});
afterAll(() => service.close());

interface Printed {
  readonly verdicts: readonly { readonly holds: string; readonly outcome: string; readonly differences: string[] }[];
}

/** Runs the command with the sandbox token of the first account. */
async function conformance(args: string[], token: string | undefined = service.sandboxToken) {
  const [out, err]: [string[], string[]] = [[], []];
  const print = (lines: string[]) => (text: string) => lines.push(text);
  const code = await main(args, { BONAFIDE_API_TOKEN: token }, print(out), print(err));
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs stories against a proxy that damages answers. Answers the exit code, and what broke with its first difference. */
async function brokenBy(damage: Damage, story: string, versions: string) {
  const proxy = await damagingProxy(service.httpUrl, damage);
  const flags = ['--base', proxy.url, '--versions', versions, '--story', story, '--patience', '0', '--json'];
  const { code, out } = await conformance(flags);
  await proxy.close();
  const broken = (JSON.parse(out) as Printed).verdicts.filter(({ outcome }) => outcome === 'broken');
  return [code, ...broken.map(({ holds, differences }) => [holds, differences[0]])];
}

test('our service keeps the contract in all four generations', async () => {
  const { code, out, err } = await conformance(['--base', service.httpUrl, '--json']);
  const { base, holds, broken, skipped, verdicts } = JSON.parse(out);
  const more = 'Not run: Deliveries of a webhook, The rate limit of the sandbox. Add --receiver <port> and --limits.';
  expect([base, skipped, err]).toEqual([service.httpUrl, 0, more]);
  const failed = verdicts.filter((one: { outcome: string }) => one.outcome !== 'holds');
  // In development mode webhooks may also have plain addresses.
  expect(failed).toMatchObject([{ version: 'v1', story: 'Webhooks', holds: 'The address of a webhook is HTTPS' }]);
  expect([code, broken]).toEqual([1, 1]);
  expect(holds).toBeGreaterThan(400);
  const versions = new Set(verdicts.map(({ version }: { version: string }) => version));
  expect([...versions]).toEqual(['v3.6', 'v3.2', 'v2', 'v1']);

  for (const token of [service.liveToken, service.other.sandboxToken]) {
    expect((await service.get('/v3.6/applicants', { token })).headers['x-total-count']).toBe('0');
  }
});

test('stories are chosen and printed for people', async () => {
  const { code, out } = await conformance(['--base', `${service.httpUrl}/`, '--versions', 'v2', '--story', 'default']);
  expect([code, out]).toEqual([
    0,
    `v2  The default country
  ✓ Without a country the applicant is in the United Kingdom  (rule 16.6)

1 hold, 0 don't hold, 0 skipped`,
  ]);
});

test('a difference is printed with its request, and steps that need its value are skipped', async () => {
  const proxy = await damagingProxy(service.httpUrl, {
    answer: (answer, { method }) => method === 'POST' && json(({ id, ...rest }) => rest)(answer),
  });
  const { code, out } = await conformance(['--base', proxy.url, '--versions', 'v3.6', '--story', 'Live videos']);
  await proxy.close();
  expect(code).toBe(1);
  expect(out.split('\n').slice(0, 6)).toEqual([
    'v3.6  Live videos',
    '  ✗ An applicant is created  (rule 5.1)',
    '      POST /v3.6/applicants',
    '      body.id: expected a value',
    '  - The live videos of an applicant are listed  (rule 6.6)',
    '      applicant is unknown, because an earlier step failed',
  ]);
  expect(out.split('\n').at(-1)).toBe("2 hold, 1 don't hold, 1 skipped");
});

test('wrong answers are noticed', async () => {
  const lifetime = 'An applicant from creation to restore';
  const created = 'A POST creates an applicant and answers all of its fields';
  const noDeletion: Damage = {
    answer: (answer, { method, path }) =>
      method === 'POST' && path === '/v3.6/applicants/' && json(({ delete_at, ...rest }) => rest)(answer),
  };
  expect(await brokenBy(noDeletion, lifetime, 'v3.6')).toEqual([
    1,
    [created, 'body.delete_at: expected null, got nothing'],
  ]);

  const otherStatus: Damage = {
    answer: (answer) => {
      if (answer.status === 201) answer.status = 200;
    },
  };
  const [, [holds, difference]] = (await brokenBy(otherStatus, lifetime, 'v3.2')) as [number, [string, string]];
  expect([holds, difference.slice(0, 34)]).toEqual([created, 'status: expected 201, got 200 {"id']);

  const reversed: Damage = {
    answer: (answer, { path }) =>
      path === '/v3.6/applicants' &&
      answer.status === 200 &&
      json(({ applicants }) => ({ applicants: applicants.toReversed() }))(answer),
  };
  const order = await brokenBy(reversed, 'Pages of applicants', 'v3.6');
  expect(order).toMatchObject([
    1,
    ['Without parameters the list begins with the latest applicant', expect.stringContaining('applicants[0].id')],
  ]);
});

test('wrong headers, files, errors and results are noticed', async () => {
  const noTotal: Damage = { answer: ({ headers }) => headers.delete('x-total-count') };
  expect(await brokenBy(noTotal, 'Pages of applicants', 'v3.6')).toEqual([
    1,
    [
      'The first page has the latest applicant, the number of all, and links to the next and last page',
      String.raw`header x-total-count: expected "<matches ^\\d+$>", got nothing`,
    ],
  ]);

  const cut: Damage = {
    answer: (answer, { path }) => {
      if (path.endsWith('/download')) answer.bytes = answer.bytes.subarray(1);
    },
  };
  expect(await brokenBy(cut, 'A live photo', 'v3.2')).toMatchObject([
    1,
    [
      'A download has the bytes of the upload',
      expect.stringMatching(/^body: expected the \d+ bytes of conformance.png$/),
    ],
  ]);

  const plainErrors: Damage = {
    answer: (answer) =>
      answer.status === 422 && json(({ error }) => ({ error: { ...error, fields: undefined } }))(answer),
  };
  const refused = await brokenBy(plainErrors, 'Forbidden characters of names', 'v3.2');
  expect([refused[0], refused.length]).toEqual([1, 14]);

  const allClear: Damage = {
    answer: (answer, { path }) =>
      path.includes('/reports?') &&
      json(({ reports }) => ({ reports: reports.map((one: object) => ({ ...one, result: 'clear' })) }))(answer),
  };
  const proxy = await damagingProxy(service.httpUrl, allClear);
  const flags = ['--base', proxy.url, '--versions', 'v3.6', '--story', 'The last name Consider', '--json'];
  const { out } = await conformance(flags);
  await proxy.close();
  expect((JSON.parse(out) as Printed).verdicts.filter(({ outcome }) => outcome === 'broken')).toMatchObject([
    {
      holds: 'Every report of the check is consider',
      differences: [
        'body.reports[0].result: expected "consider", got "clear"',
        'body.reports[1].result: expected "consider", got "clear"',
      ],
    },
  ]);
});

test('a service that lets everybody in is noticed in every generation', async () => {
  const open: Damage = {
    request: ({ headers }) => headers.set('authorization', `Token token=${service.sandboxToken}`),
  };
  const [code, ...broken] = await brokenBy(open, 'Authentication', 'v3.6,v3.2,v2,v1');
  const refusals = ['A request without a token is refused', 'A request with a wrong token is refused'];
  const ofV1 = ['A request without a token is refused, and the error has an id', refusals[1]];
  expect([code, broken.map((one) => (one as string[])[0])]).toEqual([
    1,
    [...refusals, ...refusals, ...refusals, ...ofV1],
  ]);
});

test('the rate limit is waited for', async () => {
  let refusals = 3;
  const proxy = await damagingProxy(service.httpUrl, {
    answer: (answer) => {
      if (refusals-- <= 0) return;
      answer.status = 429;
      answer.headers.set('retry-after', '0');
    },
  });
  // The first answer is to the request that finds out whether the service is there.
  const { code, err } = await conformance(['--base', proxy.url, '--versions', 'v2', '--story', 'default']);
  await proxy.close();
  expect([code, err.split('\n')]).toEqual([0, Array(2).fill('The rate limit is reached. Waiting 0 s …')]);
});

test('deliveries are received, and their signatures and bodies compared', async () => {
  const ports = [await freePort(), await freePort()];
  const flags = [
    '--base',
    service.httpUrl,
    '--versions',
    'v3.6',
    '--story',
    'deliveries',
    '--receiver',
    String(ports[0]),
  ];
  const { code, out, err } = await conformance(flags);
  expect([code, out.split('\n').at(-1), err]).toEqual([0, "8 hold, 0 don't hold, 0 skipped", '']);
  const { webhooks } = (await service.get('/v3.6/webhooks')).body;
  expect(webhooks.filter(({ enabled }: { enabled: boolean }) => enabled)).toEqual([]);

  // A proxy on the way to the receiver changes a signature.
  const proxy = await damagingProxy(`http://localhost:${ports[1]}`, {
    request: (request) => {
      request.headers.set('x-sha2-signature', '0'.repeat(64));
    },
  });
  const damaged = [...flags.slice(0, -1), String(ports[1]), '--receiver-url', `${proxy.url}/`, '--json'];
  const { verdicts } = JSON.parse((await conformance(damaged)).out) as Printed;
  await proxy.close();
  const wrong = "header x-sha2-signature: is not the HMAC of the body with sha256 under the webhook's secret";
  expect(verdicts.filter(({ outcome }) => outcome === 'broken').map(({ differences }) => differences)).toEqual(
    Array(3).fill([wrong]),
  );

  const nothing = [...flags.slice(0, -1), String(ports[1]), '--receiver-url', 'http://localhost:9/', '--patience', '0'];
  const lost = await conformance(nothing);
  expect(lost.code).toBe(1);
  expect(lost.out).toMatch(/0 of 1 deliveries arrived with check\.started and [0-9a-f-]{36}/);
  for (const token of [service.liveToken, service.other.sandboxToken]) {
    expect((await service.get('/v3.6/events', { token })).body.events).toEqual([]);
  }
});

test('the rate limit is used up in every generation, and answers say when to come back', async () => {
  const limited = await startService({ settings: { rateLimits: 'on' } });
  let waits = 0;
  // The clock advances, so that the run need not wait.
  const proxy = await damagingProxy(limited.httpUrl, {
    answer: ({ status, headers }) => {
      if (status !== 429) return;
      waits += 1;
      limited.clock.advance(1_000 * Number(headers.get('retry-after')));
      headers.set('retry-after', '0');
    },
  });
  const flags = ['--base', proxy.url, '--story', 'rate limit', '--limits'];
  const { code, out } = await conformance(flags, limited.sandboxToken);
  expect([code, out.split('\n').at(-1)]).toEqual([0, "8 hold, 0 don't hold, 0 skipped"]);
  expect(waits).toBe(4);
  await proxy.close();

  const unlimited = await conformance([
    '--base',
    service.httpUrl,
    '--versions',
    'v2',
    '--story',
    'rate limit',
    '--limits',
  ]);
  expect([unlimited.code, unlimited.out.split('\n')[1]]).toEqual([
    1,
    '  ✗ Above the rate a request is refused, and the answer says when to come back  (rule 4.5)',
  ]);
  await limited.close();
});

test('a run that can not start says why, with an exit code of its own', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const base = ['--base', service.httpUrl];
  const taken = new URL(service.httpUrl).port;
  const failures = [
    [await conformance(['--base', nowhere]), /^http:\/\/127\.0\.0\.1:\d+ doesn't answer: /],
    [await conformance([]), /^Say where the service is: --base https/],
    [await conformance(base, ''), /^There is no token\. Set BONAFIDE_API_TOKEN, or add --token\.$/],
    [await conformance(base, service.liveToken), /^This is a live token\. The run needs a token of the sandbox\.$/],
    [
      await conformance([...base, '--versions', 'v9']),
      /^The table has no version "v9"\. It has v3\.6, v3\.2, v2, v1\.$/,
    ],
    [await conformance([...base, '--story', 'deliveries']), /^The stories need more: --receiver <port>\.$/],
    [await conformance([...base, '--receiver', '0']), /^"0" is not a port for --receiver\.$/],
    [await conformance([...base, '--receiver-url', nowhere]), /^--receiver-url needs --receiver/],
    [await conformance([...base, '--receiver', taken]), /^Port \d+ can't be opened for --receiver: .*EADDRINUSE/],
    [await conformance([...base, '--story', 'nothing']), /^No story has "nothing" in its title\.$/],
    [await conformance([...base, '--patience', 'long']), /^"long" is not a number of seconds/],
    [await conformance([...base, '--fast']), /Unknown option '--fast'/],
  ] as const;
  for (const [{ code, out, err }, message] of failures) {
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  }
});

test('every rule of the table is a rule of the wire contract', () => {
  const contract = readFileSync(new URL('../../../docs/reference/contract.md', import.meta.url), 'utf8');
  const rules = new Set([...contract.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number]) => number));
  const cited = readTable().flatMap(({ rule, steps }) => [rule, ...steps.map((step) => step.rule ?? rule)]);
  expect(cited.length).toBeGreaterThan(150);
  expect(cited.filter((rule) => !rules.has(rule))).toEqual([]);
});
