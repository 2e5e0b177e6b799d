import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../options/read.ts';
import { readToken } from '../token.ts';
import { makeRenewal } from './renewal.ts';

const reportError = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('reportError', reportError);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reportError.mockReset();
});

/** A token that expires after some seconds. */
function tokenFor(seconds: number, name = 'first'): string {
  const claims = { name, exp: Date.now() / 1000 + seconds, urls: { onfido_api_url: 'https://id.example.com' } };
  return `e30.${btoa(JSON.stringify(claims))}.signature`;
}

function begin(onTokenExpired?: () => Promise<string>) {
  const token = tokenFor(60);
  const options = { token, ...(onTokenExpired ? { onTokenExpired } : {}) };
  let settings = { options, token: readToken(token) } as Settings;
  const seen: string[] = [];
  const renewal = makeRenewal({
    settings: () => settings,
    renewed(now) {
      settings = now;
      seen.push('renewed');
    },
    expired: () => seen.push('expired'),
  });
  renewal.watch();
  return { renewal, seen, settings: () => settings };
}

test('a token that expires ends the flow where the page makes no other', async () => {
  const { seen } = begin();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['expired']);
});

test('each time a token expires, the page gives a new token and the flow continues', async () => {
  const made = [tokenFor(180, 'second'), tokenFor(360, 'third')];
  const ask = vi.fn(async () => made[ask.mock.calls.length - 1] as string);
  const { seen, settings, renewal } = begin(ask);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([seen, settings().options.token]).toEqual([['renewed'], made[0]]);
  expect(settings().token.expiresAt).toBe(1_000_000 + 180_000);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([seen, settings().options.token]).toEqual([['renewed', 'renewed'], made[1]]);
  renewal.close();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(seen).toHaveLength(2);
});

test('a request that finds the token expired asks once, however many are sent', async () => {
  let resolve: (token: string) => void = () => {};
  const promise = new Promise<string>((answer) => {
    resolve = answer;
  });
  const ask = vi.fn(() => promise);
  const { renewal, seen } = begin(ask);
  renewal.start();
  renewal.start();
  expect([ask.mock.calls.length, seen]).toEqual([1, []]);
  resolve(tokenFor(600, 'second'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['renewed']);
  // The service refuses the new token, too.
  renewal.start();
  expect([ask.mock.calls.length, seen]).toEqual([1, ['renewed', 'expired']]);
  await vi.advanceTimersByTimeAsync(10_001);
  renewal.start();
  expect(ask).toHaveBeenCalledTimes(2);
});

test.each([
  ['rejects', () => Promise.reject(new Error('signed out'))],
  [
    'throws',
    () => {
      throw new Error('signed out');
    },
  ],
  ['gives no token', async () => 'x'],
  ['gives an expired token', async () => tokenFor(-1)],
])('a page that %s ends the flow, and reads why in its console', async (_, ask) => {
  const { seen } = begin(ask);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['expired']);
  expect(reportError).toHaveBeenCalledTimes(1);
});

test('an SDK that was removed meanwhile does nothing with the token', async () => {
  let resolve: (token: string) => void = () => {};
  const promise = new Promise<string>((answer) => {
    resolve = answer;
  });
  const { renewal, seen } = begin(() => promise);
  renewal.start();
  renewal.close();
  resolve(tokenFor(600));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([]);
});
