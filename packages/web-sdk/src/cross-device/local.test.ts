import { expect, test } from 'vitest';
import { isLocal } from './local.ts';

test.each([
  ['https://localhost:8443', true],
  ['http://127.0.0.1:8080/01ABC', true],
  ['http://127.9.9.9', true],
  ['http://[::1]:8080', true],
  ['https://id.localhost', true],
  ['https://localhost.example.com', false],
  ['https://127.example.com', false],
  ['https://192.168.0.7:8443', false],
  ['https://id.example.com', false],
])('whether only this computer opens %s: %s', (url, local) => {
  expect(isLocal(new URL(url).hostname)).toBe(local);
});
