import { query } from '../query.ts';

/** Writes a fact of the deployment once; changes nothing when it is there. Of two at once, one waits for the other. */
export const insertMeta = query<{ key: string; value: string }>()((db, p) =>
  db
    .insertInto('meta')
    .values({ key: p.key, value: p.value })
    .onConflict((conflict) => conflict.column('key').doNothing()),
);

/** Writes a fact of the deployment again. */
export const upsertMeta = query<{ key: string; value: string }>()((db, p) =>
  db
    .insertInto('meta')
    .values({ key: p.key, value: p.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: p.value })),
);

export const findMeta = query<{ key: string }>()((db, p) =>
  db.selectFrom('meta').select('value').where('key', '=', p.key),
);

/** Changes a fact only if it still has the value that was read, so that one of two concurrent changes fails. */
export const updateMeta = query<{ key: string; from: string; value: string }>()((db, p) =>
  db.updateTable('meta').set({ value: p.value }).where('key', '=', p.key).where('value', '=', p.from),
);

/** Facts of the deployment whose names match a pattern of SQL. */
export const listMeta = query<{ like: string }>()((db, p) =>
  db.selectFrom('meta').selectAll().where('key', 'like', p.like).orderBy('key'),
);

/** Deletes a fact of the deployment. */
export const deleteMeta = query<{ key: string }>()((db, p) => db.deleteFrom('meta').where('key', '=', p.key));
