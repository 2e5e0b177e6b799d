import { expect } from 'vitest';
import { ownerOf } from '../../../storage/key.ts';
import { accountTables, keptTables } from '../../../store/ownership.ts';
import { query } from '../../../store/query.ts';
import type { Model } from '../model.ts';
import type { TestWorld } from '../test-world.ts';

const rowsOf = accountTables
  .filter((table) => !keptTables.includes(table))
  .map((table) => {
    const rows = query<{ account_id: string }>()((db, p) =>
      db
        .selectFrom(table as 'jobs')
        .selectAll()
        .where('account_id', '=', p.account_id),
    );
    return [table, rows] as const;
  });

/** Checks that, once everything is done, no row names an erased applicant or its objects, and no file is without its row. */
export async function nothingIsLeft(model: Model, world: TestWorld): Promise<void> {
  const { store, storage } = world.fixture.service.services;
  const erased = model.applicants.filter(({ state }) => state === 'erased');
  const ids = erased.flatMap(({ id, documents, photos, checks }) => [
    id,
    ...[...documents, ...photos, ...checks].map((one) => one.id),
    ...checks.flatMap(({ reports }) => reports.map((report) => report.id)),
  ]);
  const kept = model.applicants.filter(({ state }) => state !== 'erased');
  for (const account_id of world.accountIds) {
    for (const [table, rows] of rowsOf) {
      const found = JSON.stringify(await store.system.all(rows, { account_id }));
      expect(
        ids.filter((id) => found.includes(id)),
        `left in ${table}`,
      ).toEqual([]);
    }
    const files: string[] = [];
    for await (const { key } of storage.list({ account: account_id })) files.push(ownerOf(key).mediaId);
    const own = kept.filter(({ tenant }) => world.accountIds[tenant.account] === account_id);
    const media = own.flatMap(({ documents, photos }) => [...documents, ...photos].map(({ id }) => id));
    expect(files.sort(), 'files').toEqual(media.sort());
  }
}
