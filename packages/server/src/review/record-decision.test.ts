import fc from 'fast-check';
import { expect, test } from 'vitest';
import { masterKey } from '../crypto/keys.ts';
import { getsSecondLook } from './record-decision.ts';

const of = (account_id: string, secret = 1) =>
  ({ account_id, services: { master: masterKey(Buffer.alloc(32, secret)) } }) as never;
const ids = Array.from({ length: 20_000 }, (_, index) => `report-${index}`);
const chosen = (ctx: never, share: number) => ids.filter((id) => getsSecondLook(ctx, id, share));

test('the share of the reports is chosen, and none and all at the ends', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.uuid(), (share, account) => {
      // Five standard deviations of a binomial distribution, which 1 of 1,700,000 samples leaves.
      const spread = 5 * Math.sqrt((share * (1 - share)) / ids.length);
      const found = chosen(of(account), share).length / ids.length;
      expect(Math.abs(found - share)).toBeLessThanOrEqual(spread + 1 / ids.length);
    }),
    { numRuns: 20 },
  );
  expect([chosen(of('a'), 0).length, chosen(of('a'), 1).length]).toEqual([0, ids.length]);
});

test('a report is always chosen alike, and stays chosen with a larger share', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), share, share, (account, report, one, other) => {
      const [smaller, larger] = [Math.min(one, other), Math.max(one, other)];
      const first = getsSecondLook(of(account), report, smaller);
      expect(getsSecondLook(of(account), report, smaller)).toBe(first);
      if (first) expect(getsSecondLook(of(account), report, larger)).toBe(true);
    }),
  );
});

test('another account and another key choose other reports', () => {
  const own = new Set(chosen(of('a'), 0.5));
  for (const others of [chosen(of('b'), 0.5), chosen(of('a', 2), 0.5)]) {
    // Independent choices share a quarter of all reports: 5,000 with a standard deviation of 61.
    const both = others.filter((id) => own.has(id)).length;
    expect(Math.abs(both - 5000)).toBeLessThan(306);
  }
});
