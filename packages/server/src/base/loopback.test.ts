import { expect, test } from 'vitest';
import { isLocalhostName, isLoopbackAddress, isLoopbackHost } from './loopback.ts';

test.each([
  ['localhost', true, false],
  ['localhost.', true, false],
  ['api.localhost', true, false],
  ['notlocalhost', false, false],
  ['localhost.example', false, false],
  ['127.0.0.1', false, true],
  ['127.255.0.9', false, true],
  ['::1', false, true],
  ['[::1]', false, true],
  ['[::ffff:127.0.0.1]', false, true],
  ['128.0.0.1', false, false],
  ['[::2]', false, false],
  ['', false, false],
])('%s: name %s, address %s', (host, name, address) => {
  expect(isLocalhostName(host)).toBe(name);
  expect(isLoopbackAddress(host)).toBe(address);
  expect(isLoopbackHost(host)).toBe(name || address);
});
