import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { limitedAddress } from '../base/limited-address.ts';
import { clientAddress, transportOf } from './transport.ts';

describe('how a request came', () => {
  const request = (remoteAddress: string | undefined, encrypted: boolean, proto?: string) =>
    ({
      socket: { remoteAddress, ...(encrypted ? { encrypted } : {}) },
      headers: proto === undefined ? {} : { 'x-forwarded-proto': proto },
    }) as unknown as IncomingMessage;
  const production = { trustedProxies: ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'], development: false };
  const development = { trustedProxies: [], development: true };

  test.each([
    [request('203.0.113.9', true), production, 'ok'],
    [request(undefined, true), production, 'ok'],
    [request('203.0.113.9', false), production, 'plain'],
    [request('203.0.113.9', false, 'https'), production, 'plain'],
    [request('10.1.2.3', false, 'https'), production, 'ok'],
    [request('10.1.2.3', false, 'HTTPS'), production, 'ok'],
    [request('10.1.2.3', false, 'http'), production, 'plain'],
    [request('10.1.2.3', false), production, 'plain'],
    [request('10.1.2.3', false, 'https, http'), production, 'plain'],
    [request('10.1.2.3', false, 'http, https'), production, 'ok'],
    [request('10.1.2.3', false, 'nothttps'), production, 'plain'],
    [request('::ffff:10.1.2.3', false, 'https'), production, 'ok'],
    [request('192.0.2.1', false, 'https'), production, 'ok'],
    [request('192.0.2.2', false, 'https'), production, 'plain'],
    [request('2001:db8::7', false, 'https'), production, 'ok'],
    [request('2001:db9::7', false, 'https'), production, 'plain'],
    [request('127.0.0.1', false), production, 'plain'],
    [request(undefined, false, 'https'), production, 'plain'],
    [request('127.0.0.1', false), development, 'ok'],
    [request('127.9.9.9', false), development, 'ok'],
    [request('::1', false), development, 'ok'],
    [request('::ffff:127.0.0.1', false), development, 'ok'],
    [request('203.0.113.9', false, 'https'), development, 'plain'],
    [request(undefined, false), development, 'plain'],
  ])('%#', (req, settings, expected) => {
    expect(transportOf(req, settings)).toBe(expected);
  });

  test('an invalid range is an error', () => {
    const settings = { trustedProxies: ['10.0.0.0/99'], development: false };
    expect(() => transportOf(request('10.1.2.3', false, 'https'), settings)).toThrow();
  });
});

describe('who made a request', () => {
  const trusted = ['10.0.0.0/8', '2001:db8::/32'];
  const request = (remoteAddress: string | undefined, said?: string) =>
    ({
      socket: { remoteAddress },
      headers: said === undefined ? {} : { 'x-forwarded-for': said },
    }) as unknown as IncomingMessage;

  test.each([
    [request('203.0.113.9'), '203.0.113.9'],
    [request('203.0.113.9', '198.51.100.1'), '203.0.113.9'],
    [request('10.0.0.1', '198.51.100.1'), '198.51.100.1'],
    [request('::ffff:10.0.0.1', '198.51.100.1'), '198.51.100.1'],
    [request('10.0.0.1', '192.0.2.66, 198.51.100.1'), '198.51.100.1'],
    [request('10.0.0.1', '192.0.2.66, 198.51.100.1, 10.0.0.2'), '198.51.100.1'],
    [request('10.0.0.1', '10.0.0.3, 10.0.0.2'), '10.0.0.3'],
    [request('10.0.0.1', 'unknown, nonsense'), '10.0.0.1'],
    [request('10.0.0.1'), '10.0.0.1'],
    [request('2001:db8::1', '2001:db9::7'), '2001:db9::7'],
    [request(undefined, '198.51.100.1'), undefined],
    [request(undefined), undefined],
  ])('%#', (req, expected) => {
    expect(clientAddress(req, trusted)).toBe(expected);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '8193:3512:1:2'],
  ['2001:db8:1:2::1', '8193:3512:1:2'],
  [undefined, 'unknown'],
  ['nonsense', 'unknown'],
])('%s is counted as %s', (address, expected) => {
  expect(limitedAddress(address)).toBe(expected);
});
