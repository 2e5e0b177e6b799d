import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../base/clock.ts';
import { startService, type TestService } from '../testing/service.ts';
import { upkeep } from '../workers/upkeep.ts';
import { type Receiver, register, startReceiver } from './testing/receiver.ts';

let folder: string;
let file: string;
let service: TestService;
let receiver: Receiver;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-anchors-'));
  file = join(folder, 'anchors.jsonl');
  service = await startService({ settings: { auditAnchorFile: file } });
  receiver = await startReceiver();
});
afterEach(async () => {
  await service.close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

function operate(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(json === undefined ? {} : { json }) });
}
const head = async (path: string) => (await operate('GET', `${path}/audit/verify`)).body.head;
const lines = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the upkeep adds the heads that have moved to the file of the setting', async () => {
  const path = `/accounts/${service.account.id}`;
  await operate('POST', '/operator_keys', { name: 'Grace' });
  await upkeep(service.services);
  const { number, hash } = await head(path);
  const of = (account_id: string) => lines().filter((one) => one.account_id === account_id);
  const at = service.clock.now();
  expect(of(service.account.id)).toEqual([{ account_id: service.account.id, number, hash, at }]);
  expect(of('deployment')).toEqual([{ account_id: 'deployment', ...(await head('')), at }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const before = lines().length;
  await upkeep(service.services);
  expect(lines()).toHaveLength(before);
  await operate('POST', `${path}/rotate_key`);
  await upkeep(service.services);
  expect(lines().slice(before)).toEqual([{ account_id: service.account.id, ...(await head(path)), at }]);
});

test('the upkeep sends the head to the webhooks that want it, once an hour', async () => {
  const path = `/accounts/${service.account.id}`;
  await register(service, receiver.url, { events: ['audit.head'] }, service.liveToken);
  const others = await startReceiver();
  await register(service, others.url, {}, service.liveToken);
  const run = async () => {
    await upkeep(service.services);
    await service.settle();
  };
  service.clock.advance(HOUR_MS);
  // As two processes do.
  await Promise.all([run(), run()]);
  const { number, hash } = await head(path);
  const href = `${service.baseUrl}/operator/v1/accounts/${service.account.id}/audit`;
  const sent = () => receiver.received.map(({ body }) => JSON.parse(body.toString()).payload);
  expect(sent()).toEqual([
    {
      resource_type: 'audit_log',
      action: 'audit.head',
      object: { id: service.account.id, number, hash, href },
    },
  ]);

  await operate('POST', `${path}/rotate_key`);
  await run();
  expect(sent()).toHaveLength(1);
  service.clock.advance(HOUR_MS);
  await run();
  expect(sent().map(({ object }) => object.number)).toEqual([number, number + 1]);
  expect(others.received).toEqual([]);
  await others.close();
});

test('a file that can not be written stops nothing else of the upkeep', async () => {
  await service.close();
  service = await startService({ settings: { auditAnchorFile: join(folder, 'none', 'anchors.jsonl') } });
  expect(await upkeep(service.services)).toMatchObject({ anchoredHeads: 0, sealedRows: 0 });
});
