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
function tokenFor(seconds: number, name = 'first', app = 'ada'): string {
  const urls = { onfido_api_url: 'https://id.example.com' };
  const claims = { name, exp: Date.now() / 1000 + seconds, payload: { app }, urls };
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

test('requests that find the token expired share one renewal, and a new token that is refused too ends the flow', async () => {
  let resolve: (token: string) => void = () => {};
  const promise = new Promise<string>((answer) => {
    resolve = answer;
  });
  const ask = vi.fn(() => promise);
  const { renewal, seen, settings } = begin(ask);
  const { token } = settings().options;
  const refused = [renewal.renew(token), renewal.renew(token)];
  expect([ask.mock.calls.length, seen]).toEqual([1, []]);
  const second = tokenFor(600, 'second');
  resolve(second);
  expect(await Promise.all(refused)).toEqual([true, true]);
  expect(seen).toEqual(['renewed']);
  // A request that was sent with the first token is refused late.
  expect(await renewal.renew(token)).toBe(true);
  expect([ask.mock.calls.length, seen]).toEqual([1, ['renewed']]);
  expect(await renewal.renew(second)).toBe(false);
  expect([ask.mock.calls.length, seen]).toEqual([1, ['renewed', 'expired']]);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await renewal.renew(second)).toBe(true);
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
  ['gives the token of another applicant', async () => tokenFor(600, 'second', 'grace')],
])('a page that %s ends the flow, and reads why in its console', async (_, ask) => {
  const { seen, settings } = begin(ask);
  const { token } = settings().options;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['expired']);
  expect(settings().options.token).toBe(token);
  expect(reportError).toHaveBeenCalledTimes(1);
});

test('an SDK that was removed meanwhile does nothing with the token', async () => {
  let resolve: (token: string) => void = () => {};
  const promise = new Promise<string>((answer) => {
    resolve = answer;
  });
  const { renewal, seen, settings } = begin(() => promise);
  const refused = renewal.renew(settings().options.token);
  renewal.close();
  resolve(tokenFor(600));
  expect(await refused).toBe(false);
  expect(seen).toEqual([]);
});
