import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash.ts';
import type { ListedName } from './listed-record.ts';

const name = (full: string): ListedName => ({ full, type: 'alias', quality: 'strong', script: 'Latn' });

const record = {
  names: [name('Iskra Novak'), name('I. Novakova')],
  births: [{ from: '1960-01-01', to: '1960-12-31', circa: false }],
  nationalities: ['SVN', 'HRV'],
  ids: [{ type: 'Passport', number: 'P 1', country: 'SVN' }],
  categories: ['sanction', 'pep'] as const,
};

describe('the hash of the facts about the person of a record', () => {
  it('stays the same for the same values in another order', () => {
    const turned = {
      ...record,
      names: [...record.names].reverse(),
      nationalities: ['HRV', 'SVN'],
      categories: ['pep', 'sanction'] as const,
    };
    expect(contentHash(turned)).toBe(contentHash(record));
    expect(contentHash(record)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('changes with each fact that decides a hit', () => {
    const others = [
      { ...record, names: [name('Iskra Novak')] },
      { ...record, names: [{ ...name('Iskra Novak'), quality: 'weak' as const }, name('I. Novakova')] },
      { ...record, births: [{ from: '1960-01-01', to: '1960-12-31', circa: true }] },
      { ...record, nationalities: ['SVN'] },
      { ...record, ids: [{ type: 'Passport', number: 'P 2', country: 'SVN' }] },
      { ...record, categories: ['sanction'] as const },
    ];
    expect(new Set([record, ...others].map(contentHash)).size).toBe(others.length + 1);
  });

  it('ignores remarks and addresses', () => {
    expect(contentHash({ ...record, remarks: 'moved' } as typeof record)).toBe(contentHash(record));
  });
});
