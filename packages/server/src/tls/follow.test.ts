import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../base/clock.ts';
import { startService, type TestService } from '../testing/service.ts';
import { issueAuthority, issueServer, type Pair } from './issue.ts';

let dir: string;
let service: TestService;
let authority: Pair;

/** Puts a pair into a folder, and switches the link to it, as Kubernetes does with a secret. */
function publish(name: string, { cert, key }: Pair): void {
  mkdirSync(join(dir, name));
  writeFileSync(join(dir, name, 'tls.crt'), cert);
  writeFileSync(join(dir, name, 'tls.key'), key);
  symlinkSync(name, join(dir, 'next'));
  renameSync(join(dir, 'next'), join(dir, 'current'));
}

const issue = () => issueServer(authority, ['localhost'], Date.now());
const serialOf = ({ cert }: Pair) => new X509Certificate(cert).serialNumber;

/** Serial number of the certificate that a new connection gets. */
function served(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(new URL(service.baseUrl).port),
      ca: authority.cert,
      servername: 'localhost',
    });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerX509Certificate()!.serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** Lets the service look at the files, and waits until a new connection gets the certificate. */
async function takesUp(pair: Pair): Promise<void> {
  service.clock.advance(10_000);
  await expect.poll(served).toBe(serialOf(pair));
}

let first: Pair;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'bonafide-tls-'));
  authority = await issueAuthority(Date.now());
  writeFileSync(join(dir, 'ca.pem'), authority.cert);
  first = await issue();
  publish('first', first);
  const [tlsCert, tlsKey] = ['tls.crt', 'tls.key'].map((name) => join(dir, 'current', name)) as [string, string];
  service = await startService({ settings: { tlsCert, tlsKey }, caFile: join(dir, 'ca.pem') });
});
afterAll(async () => {
  await service?.close();
  rmSync(dir, { recursive: true });
});

test('a certificate is taken up when the link to its folder is switched, while requests run', async () => {
  const other = await issue();
  expect(await served()).toBe(serialOf(first));
  const [before] = await Promise.all([service.get('/v3.6/ping'), publish('second', other)]);
  expect(before.status).toBe(200);
  await takesUp(other);
  // The open connection of the client lives on.
  expect((await service.get('/v3.6/ping')).status).toBe(200);
});

test('files that are renamed one after the other are taken up once both are there', async () => {
  const renewed = await issue();
  const before = await served();
  const replace = (name: string, text: string) => {
    writeFileSync(join(dir, `${name}.new`), text);
    renameSync(join(dir, `${name}.new`), join(dir, 'current', name));
  };
  replace('tls.crt', renewed.cert);
  service.clock.advance(10_000);
  expect(await served()).toBe(before);
  replace('tls.key', renewed.key);
  await takesUp(renewed);
});

test('files that can not be used leave the certificate in use', async () => {
  const good = await served();
  const file = join(dir, 'current', 'tls.crt');
  const text = readFileSync(file, 'utf8');
  const { cert: stranger } = await issue();
  const expired = await issueServer(authority, ['localhost'], Date.now() - 2000 * DAY_MS).catch(() => undefined);
  for (const wrong of ['nonsense', '', stranger, expired?.cert ?? 'expired']) {
    writeFileSync(file, wrong);
    service.clock.advance(10_000);
    expect(await served()).toBe(good);
  }
  rmSync(file);
  service.clock.advance(10_000);
  expect(await served()).toBe(good);
  writeFileSync(file, text);
  service.clock.advance(10_000);
  expect(await served()).toBe(good);
});
