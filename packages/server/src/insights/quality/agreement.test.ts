import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOf } from './agreement.ts';

const rounded = (looks: number, agreed: number) =>
  Object.values(agreementOf({ looks, agreed })).map((share) => (share === null ? null : Number(share.toFixed(3))));

test("the interval of 95 % is Wilson's", () => {
  expect(rounded(0, 0)).toEqual([null, null, null]);
  expect(rounded(1, 1)).toEqual([1, 0.207, 1]);
  expect(rounded(10, 8)).toEqual([0.8, 0.49, 0.943]);
  expect(rounded(20, 4)).toEqual([0.2, 0.081, 0.416]);
  expect(rounded(1000, 950)).toEqual([0.95, 0.935, 0.962]);
});

test('the share lies in its interval, which narrows with more second looks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (looks, part) => {
      const agreed = Math.floor(looks * part);
      const { agreement, agreement_low: low, agreement_high: high } = agreementOf({ looks, agreed });
      expect([agreement, low, high]).not.toContain(null);
      expect(Number(low)).toBeGreaterThanOrEqual(0);
      expect(Number(high)).toBeLessThanOrEqual(1);
      expect(Number(agreement)).toBeGreaterThanOrEqual(Number(low) - 1e-9);
      expect(Number(agreement)).toBeLessThanOrEqual(Number(high) + 1e-9);
      const more = agreementOf({ looks: looks * 10, agreed: agreed * 10 });
      expect(Number(more.agreement_high) - Number(more.agreement_low)).toBeLessThan(Number(high) - Number(low));
    }),
  );
});
