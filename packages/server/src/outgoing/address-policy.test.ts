import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { development, isAllowedAddress, literalAddress, publicOnly } from './address-policy.ts';

const loopback = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '2002:7f00:1::1'];

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::10.0.0.1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0.0.0.0',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::8.8.8.8',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  '2002:c0a8:101::1',
  '3fff::1',
  '4000::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
];

const allowed = [
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '198.17.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

describe('isAllowedAddress', () => {
  it.each(refused)('%s is refused, in development mode too', (address) => {
    expect(isAllowedAddress(address, publicOnly)).toBe(false);
    expect(isAllowedAddress(address, development)).toBe(false);
  });

  it.each(loopback)('%s is for development mode only', (address) => {
    expect(isAllowedAddress(address, publicOnly)).toBe(false);
    expect(isAllowedAddress(address, development)).toBe(true);
  });

  it.each(allowed)('%s is public', (address) => expect(isAllowedAddress(address, publicOnly)).toBe(true));

  it.each(['', 'localhost', '0x7f.1', '2130706433', '127.1', '[::1]', '8.8.8.8/32', '8.8.8.8 '])(
    'what is not a canonical address, %j, is refused',
    (address) => {
      expect(isAllowedAddress(address, development)).toBe(false);
    },
  );

  it('judges an IPv4 address and its wrappings in IPv6 alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a, b, c, d] = v4.split('.').map(Number) as [number, number, number, number];
        const high = (a * 256 + b).toString(16);
        const low = (c * 256 + d).toString(16);
        const expected = isAllowedAddress(v4, publicOnly);
        for (const wrapped of [`::ffff:${v4}`, `64:ff9b::${v4}`, `2002:${high}:${low}::1`]) {
          expect([wrapped, isAllowedAddress(wrapped, publicOnly)]).toEqual([wrapped, expected]);
        }
      }),
    );
  });
});

it('literalAddress finds the address of a URL host', () => {
  expect(literalAddress('127.0.0.1')).toBe('127.0.0.1');
  expect(literalAddress('[fd00::1]')).toBe('fd00::1');
  expect(literalAddress('fd00::1')).toBe('fd00::1');
  expect(literalAddress('example.test')).toBeUndefined();
  expect(literalAddress('10.example.test')).toBeUndefined();
});
