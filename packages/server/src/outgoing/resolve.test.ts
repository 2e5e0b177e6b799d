import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NameNotResolved, resolveHost } from './resolve.ts';

const A = 1;
const AAAA = 28;
const REFUSED = 5;
const NXDOMAIN = 3;

/** Records of the test's name server: record data by name and record type. */
const zone: Record<string, Partial<Record<number, number[]>>> = {
  'both.test': { [A]: [8, 8, 8, 8], [AAAA]: [0x26, 6, ...new Array(13).fill(0), 1] },
  'four.test': { [A]: [10, 0, 0, 1] },
  'six.test': { [AAAA]: [0xfd, ...new Array(14).fill(0), 1] },
};

/** One answer in the wire format of RFC 1035: the question again, and a record that points back to its name. */
function reply(query: Buffer): Buffer {
  const labels: string[] = [];
  let end = 12;
  for (let length = query[end]!; length > 0; length = query[end]!) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length));
    end += 1 + length;
  }
  const type = query.readUInt16BE(end + 1);
  const name = labels.join('.').toLowerCase();
  const data = zone[name]?.[type];
  const header = Buffer.from(query.subarray(0, 12));
  const code = name === 'refused.test' ? REFUSED : zone[name] ? 0 : NXDOMAIN;
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(data ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = data ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]) : Buffer.alloc(0);
  return Buffer.concat([header, query.subarray(12, end + 5), record]);
}

let server: Socket;
let servers: string[];

beforeAll(async () => {
  server = createSocket('udp4', (query, from) => server.send(reply(query), from.port, from.address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
});

afterAll(() => server.close());

it('gives all addresses of both families', async () => {
  expect(await resolveHost('both.test', servers)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606::1', family: 6 },
  ]);
});

it('is content with one family', async () => {
  expect(await resolveHost('four.test', servers)).toEqual([{ address: '10.0.0.1', family: 4 }]);
  expect(await resolveHost('six.test', servers)).toEqual([{ address: 'fd00::1', family: 6 }]);
});

it('rejects with the reason when there is none', async () => {
  await expect(resolveHost('missing.test', servers)).rejects.toThrow(NameNotResolved);
  await expect(resolveHost('missing.test', servers)).rejects.toThrow('missing.test could not be resolved (ENOTFOUND)');
  await expect(resolveHost('refused.test', servers)).rejects.toThrow('refused.test could not be resolved (EREFUSED)');
});

it('knows localhost without asking', async () => {
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await resolveHost('localhost', ['127.0.0.1:1'])).toEqual(loopback);
  expect(await resolveHost('Receiver.LocalHost.', ['127.0.0.1:1'])).toEqual(loopback);
});
