import { describe, expect, it } from 'vitest';
import { type EndedReport, holds, type Scope } from './condition.ts';
import type { Condition, ResultCondition } from './workflow.ts';

const scopeOf = (checks: Record<string, readonly EndedReport[]>): Scope => ({
  outputs: new Map(),
  checks: new Map(Object.entries(checks)),
});

describe('a condition', () => {
  const reports = [
    { name: 'document', result: 'consider', sub_result: 'suspected' },
    { name: 'known_faces', result: 'clear', sub_result: null },
  ] as const;

  it.each<[ResultCondition, boolean]>([
    [{}, true],
    [{ check: 'consider' }, true],
    [{ check: 'clear' }, false],
    [{ report: 'document', result: 'consider' }, true],
    [{ report: 'document', result: 'clear' }, false],
    [{ report: 'document', sub_result: 'suspected' }, true],
    [{ report: 'document', result: 'consider', sub_result: 'rejected' }, false],
    [{ report: 'known_faces', result: 'clear' }, true],
    [{ report: 'known_faces', sub_result: 'clear' }, false],
    [{ report: 'watchlist_aml', result: 'clear' }, false],
  ])('%j holds: %s', (one, expected) => {
    expect(holds(one, scopeOf({ check: reports }))).toBe(expected);
    if (Object.keys(one).length > 0) expect(holds(one, scopeOf({}))).toBe(false);
  });

  it('finds no check clear if a report has no result', () => {
    const clear = { name: 'document', result: 'clear', sub_result: 'clear' } as const;
    const cancelled = { name: 'proof_of_address', result: null, sub_result: null };
    const found = (check: EndedReport[]) =>
      (['clear', 'consider'] as const).filter((one) => holds({ check: one }, scopeOf({ check })));
    expect(found([clear])).toEqual(['clear']);
    expect(found([clear, cancelled])).toEqual(['consider']);
    expect(found([cancelled])).toEqual(['consider']);
  });

  it('is about the newest report of a name, and about every check', () => {
    const scope = scopeOf({
      first: [{ name: 'document', result: 'consider', sub_result: 'caution' }],
      second: [{ name: 'document', result: 'clear', sub_result: 'clear' }],
    });
    expect(holds({ report: 'document', result: 'clear' }, scope)).toBe(true);
    expect(holds({ report: 'document', sub_result: 'caution' }, scope)).toBe(false);
    expect(holds({ check: 'clear' }, scope)).toBe(false);
  });

  it.each<[Condition, boolean]>([
    [{ value: 'start.plan', is: 'gold' }, true],
    [{ value: 'start.plan', is: 'Gold' }, false],
    [{ value: 'start.plan', in: ['silver', 'gold'] }, true],
    [{ value: 'start.plan', in: [] }, false],
    [{ value: 'start.plan', at_least: 1 }, false],
    [{ value: 'start.amount', at_least: 10 }, true],
    [{ value: 'start.amount', at_least: 10, at_most: 9 }, false],
    [{ value: 'start.amount', at_most: 10 }, true],
    [{ value: 'profile.address.country', is: 'GBR' }, true],
    [{ value: 'profile.address.line1', exists: false }, true],
    [{ value: 'profile.address', exists: true }, true],
    [{ value: 'profile.address.country.length', exists: false }, true],
    [{ value: 'profile.constructor', exists: false }, true],
    [{ value: 'other.key', is: 'GBR' }, false],
    [{ not: { value: 'other.key', exists: true } }, true],
    [{ all: [{ value: 'start.plan', is: 'gold' }, { check: 'clear' }] }, false],
    [{ any: [{ value: 'start.plan', is: 'gold' }, { check: 'clear' }] }, true],
    [{ all: [] }, true],
    [{ any: [] }, false],
  ])('%j holds: %s', (one, expected) => {
    const outputs = { start: { plan: 'gold', amount: 10 }, profile: { address: { country: 'GBR', line1: null } } };
    expect(holds(one, { outputs: new Map(Object.entries(outputs)), checks: new Map() })).toBe(expected);
  });
});
