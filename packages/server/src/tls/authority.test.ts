import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, DAY_MS } from '../base/clock.ts';
import { loadOrCreate } from './authority.ts';
import { loadCertificate } from './certificate.ts';

const NOW = Date.now();

const at = (now: number): Clock => ({ now: () => now, schedule: () => () => {} });

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'authority-'));
});

afterEach(() => rm(dir, { recursive: true }));

const read = (name: string) => readFile(join(dir, name), 'utf8');
const certificate = async (name: string) => new X509Certificate(await read(name));

/** Result of a handshake between a client that trusts `ca` and a server with this certificate. */
async function handshake(pair: { key: string; cert: string }, ca: string, servername: string) {
  const server = createServer(pair, (socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const host = servername === '' ? {} : { servername };
      const client = connect({ port, host: '127.0.0.1', ca, ...host }, () => resolve(client.authorized));
      client.once('error', reject);
    });
  } finally {
    server.close();
  }
}

describe('the local authority', () => {
  test('is made at the first start and kept', async () => {
    const first = await loadOrCreate(dir, { clock: at(NOW) });
    expect(first.caFile).toBe(join(dir, 'ca.pem'));
    expect((await readdir(dir)).sort()).toEqual(['ca.key', 'ca.pem', 'server.key', 'server.pem']);
    expect(await loadOrCreate(dir, { clock: at(NOW + 300 * DAY_MS) })).toEqual(first);
    expect(first).toMatchObject({ cert: await read('server.pem'), key: await read('server.key') });
  });

  test('keeps its keys from other users', async () => {
    await loadOrCreate(dir, { clock: at(NOW) });
    expect((await stat(join(dir, 'ca.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'server.key'))).mode & 0o777).toBe(0o600);
  });

  test('may sign servers but no further authority', async () => {
    await loadOrCreate(dir, { clock: at(NOW) });
    const { X509Certificate: Parsed, BasicConstraintsExtension } = await import('@peculiar/x509');
    const constraints = new Parsed(await read('ca.pem')).getExtension(BasicConstraintsExtension)!;
    expect([constraints.ca, constraints.pathLength, constraints.critical]).toEqual([true, 0, true]);
    const [ca, server] = [await certificate('ca.pem'), await certificate('server.pem')];
    expect([ca.ca, server.ca]).toEqual([true, false]);
    expect(server.verify(ca.publicKey)).toBe(true);
    expect(ca.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  test('names localhost, the loopback addresses, the machine and the given names', async () => {
    await loadOrCreate(dir, { names: ['API.example.test', '192.0.2.7', 'api.example.test', '[::1]'], clock: at(NOW) });
    const server = await certificate('server.pem');
    const machine = hostname().toLowerCase() === 'localhost' ? [] : [`DNS:${hostname().toLowerCase()}`];
    expect(server.subjectAltName?.split(', ')).toEqual([
      'DNS:localhost',
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
      ...machine,
      'DNS:api.example.test',
      'IP Address:192.0.2.7',
    ]);
  });

  test('convinces a client that trusts it, and no other', async () => {
    const pair = await loadOrCreate(dir, { clock: at(NOW) });
    const ca = await read('ca.pem');
    expect(await handshake(pair, ca, 'localhost')).toBe(true);
    expect(await handshake(pair, ca, '')).toBe(true);
    await expect(handshake(pair, ca, 'elsewhere.test')).rejects.toThrow(/altnames/);
    await rm(join(dir, 'ca.pem'));
    await loadOrCreate(dir, { clock: at(NOW) });
    await expect(handshake(pair, await read('ca.pem'), 'localhost')).rejects.toThrow();
  });

  test('renews the server 30 days before its end, and stays itself', async () => {
    const first = await loadOrCreate(dir, { clock: at(NOW) });
    const ca = await read('ca.pem');
    expect(Date.parse((await certificate('server.pem')).validTo)).toBe(Math.floor((NOW + 397 * DAY_MS) / 1000) * 1000);
    expect((await loadOrCreate(dir, { clock: at(NOW + 366 * DAY_MS) })).cert).toBe(first.cert);
    const renewed = await loadOrCreate(dir, { clock: at(NOW + 368 * DAY_MS) });
    expect(renewed.cert).not.toBe(first.cert);
    expect(renewed.key).not.toBe(first.key);
    expect(await read('ca.pem')).toBe(ca);
  });

  test('renews the server when a name is added', async () => {
    const first = await loadOrCreate(dir, { clock: at(NOW) });
    const more = await loadOrCreate(dir, { names: ['api.example.test'], clock: at(NOW) });
    expect(more.cert).not.toBe(first.cert);
    expect(await loadOrCreate(dir, { names: ['api.example.test'], clock: at(NOW) })).toEqual(more);
  });

  test('is made again when it ends', async () => {
    await loadOrCreate(dir, { clock: at(NOW) });
    const ca = await read('ca.pem');
    await loadOrCreate(dir, { clock: at(NOW + 3640 * DAY_MS) });
    expect(await read('ca.pem')).not.toBe(ca);
  });

  test.each(['server.pem', 'server.key', 'ca.pem'])('replaces a %s that is cut short', async (name) => {
    const first = await loadOrCreate(dir, { clock: at(NOW) });
    await writeFile(join(dir, name), (await read(name)).slice(0, 60));
    const again = await loadOrCreate(dir, { clock: at(NOW) });
    expect(again.cert).not.toBe(first.cert);
    expect(new X509Certificate(again.cert).verify((await certificate('ca.pem')).publicKey)).toBe(true);
  });

  test('replaces a pair that a crash left unmatched', async () => {
    await loadOrCreate(dir, { clock: at(NOW) });
    const other = await read('ca.key');
    await writeFile(join(dir, 'server.key'), other);
    expect((await loadOrCreate(dir, { clock: at(NOW) })).key).not.toBe(other);
  });

  test.each(['', 'a b', 'über.test', 'https://localhost'])('refuses the name "%s"', async (name) => {
    await expect(loadOrCreate(dir, { names: [name], clock: at(NOW) })).rejects.toThrow(
      `"${name}" is neither a host name nor an IP address, so a certificate can't contain it`,
    );
  });
});

describe('a certificate of the configuration', () => {
  const files = () => ({ certFile: join(dir, 'server.pem'), keyFile: join(dir, 'server.key') });

  beforeEach(() => loadOrCreate(dir, { clock: at(NOW) }));

  test('is loaded', async () => {
    expect(await loadCertificate(files(), at(NOW))).toEqual({
      cert: await read('server.pem'),
      key: await read('server.key'),
    });
  });

  test('that is not there', async () => {
    const { keyFile } = files();
    await expect(loadCertificate({ certFile: join(dir, 'none.pem'), keyFile }, at(NOW))).rejects.toThrow(
      /^cannot read the certificate .*none\.pem: ENOENT/,
    );
    await expect(loadCertificate({ ...files(), keyFile: dir }, at(NOW))).rejects.toThrow(
      /^cannot read the private key .*: EISDIR/,
    );
  });

  test('that is not PEM', async () => {
    await writeFile(join(dir, 'server.pem'), 'hello');
    await expect(loadCertificate(files(), at(NOW))).rejects.toThrow(
      /server\.pem contains no certificate in PEM format/,
    );
  });

  test('with a key that is not PEM', async () => {
    await writeFile(join(dir, 'server.key'), 'hello');
    await expect(loadCertificate(files(), at(NOW))).rejects.toThrow(
      /server\.key contains no private key in PEM format/,
    );
  });

  test('with the key of another', async () => {
    await expect(loadCertificate({ ...files(), keyFile: join(dir, 'ca.key') }, at(NOW))).rejects.toThrow(
      /ca\.key does not belong to the certificate .*server\.pem$/,
    );
  });

  test('that has ended or not begun', async () => {
    await expect(loadCertificate(files(), at(NOW + 398 * DAY_MS))).rejects.toThrow(/server\.pem expired on /);
    await expect(loadCertificate(files(), at(NOW - 2 * DAY_MS))).rejects.toThrow(/server\.pem is not valid before /);
  });
});
