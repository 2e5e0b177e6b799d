import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../base/clock.ts';
import { isAcknowledged, LONGEST_RETRY_AFTER, nextAttempt, RETRIES, RETRY_BASE } from './retry.ts';

const now = Date.UTC(2026, 0, 15, 9, 30, 0);
const none = () => 0;
const failed = { status: 500 };

/** The delay in milliseconds, or the reason to give up. */
function delay(attempt: number, response: Parameters<typeof nextAttempt>[0]['response'] = failed, random = none) {
  const next = nextAttempt({ attempt, now, random, response });
  return 'at' in next ? next.at - now : next.giveUp;
}

describe('schedule', () => {
  const attempts = Array.from({ length: RETRIES }, (_, index) => index + 1);

  it('is the table of the document, 68.2 h in all', () => {
    const delays = attempts.map((attempt) => delay(attempt) as number);
    expect(delays.map((ms) => ms / 1000)).toEqual([240, 480, 960, 1920, 3840, 7680, 15360, 30720, 61440, 122880]);
    expect(delays.reduce((sum, ms) => sum + ms)).toBe(245_520_000);
  });

  it('ends with the eleventh failure', () => {
    expect(delay(11)).toBe('exhausted');
    expect(delay(11, { status: 503, retryAfter: '60' })).toBe('exhausted');
    expect(delay(11, { error: 'timeout' })).toBe('exhausted');
  });

  it('stays within 72 h with the longest jitter', () => {
    const delays = attempts.map((attempt) => delay(attempt, failed, () => 1 - Number.EPSILON) as number);
    expect(delays.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(72 * 3600 * 1000);
  });

  it('rises strictly, each delay between its step and 5 % more, for any base', () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: RETRY_BASE }),
        fc.array(unit, { minLength: 10, maxLength: 10 }),
        (base, draws) => {
          let previous = 0;
          attempts.forEach((attempt, index) => {
            const next = nextAttempt({ attempt, now, base, random: () => draws[index]!, response: failed });
            const step = base * 2 ** index;
            const ms = 'at' in next ? next.at - now : Number.NaN;
            expect(ms).toBeGreaterThanOrEqual(step);
            expect(ms).toBeLessThanOrEqual(Math.ceil(step * 1.05));
            expect(ms).toBeGreaterThan(previous);
            expect(Number.isInteger(ms)).toBe(true);
            previous = ms;
          });
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  it('puts the attempt off, in seconds or as a date of any of the three forms', () => {
    for (const retryAfter of [
      '3600',
      ' 3600 ',
      'Thu, 15 Jan 2026 10:30:00 GMT',
      'Thursday, 15-Jan-26 10:30:00 GMT',
      'Thu Jan 15 10:30:00 2026',
    ]) {
      expect([retryAfter, delay(1, { status: 503, retryAfter })]).toEqual([retryAfter, HOUR_MS]);
    }
  });

  it('never brings it forward', () => {
    for (const retryAfter of ['0', '1', '239', 'Thu, 15 Jan 2026 09:30:01 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
      expect(delay(1, { status: 429, retryAfter })).toBe(240_000);
    }
  });

  it('is bounded by 24 h', () => {
    for (const retryAfter of ['86401', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      expect(delay(1, { status: 503, retryAfter })).toBe(LONGEST_RETRY_AFTER);
    }
    expect(delay(10, { status: 503, retryAfter: '9999999' })).toBe(122_880_000);
  });

  it('that cannot be read is as none', () => {
    for (const retryAfter of ['', '-60', '1e9', '60.5', 'soon', '2099-01-01', 'Thu, 99 Foo 2026 10:30:00 GMT']) {
      expect([retryAfter, delay(1, { status: 503, retryAfter })]).toEqual([retryAfter, 240_000]);
    }
  });

  it('stays in bounds whatever the receiver sends', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: RETRIES }), (retryAfter, attempt) => {
        const ms = delay(attempt, { status: 503, retryAfter });
        expect(ms).toBeGreaterThanOrEqual(RETRY_BASE * 2 ** (attempt - 1));
        expect(ms).toBeLessThanOrEqual(Math.max(LONGEST_RETRY_AFTER, RETRY_BASE * 2 ** (attempt - 1)));
      }),
    );
  });
});

describe('outcomes', () => {
  it('410 ends the delivery at once, from any attempt', () => {
    expect(delay(1, { status: 410 })).toBe('gone');
    expect(delay(11, { status: 410, retryAfter: '60' })).toBe('gone');
  });

  it('an attempt without an answer is planned like any other', () => {
    expect(delay(2, { error: 'timeout' })).toBe(480_000);
  });

  it('only 200-209 acknowledges', () => {
    const acknowledged = Array.from({ length: 500 }, (_, index) => index + 100).filter(isAcknowledged);
    expect(acknowledged).toEqual([200, 201, 202, 203, 204, 205, 206, 207, 208, 209]);
  });
});
