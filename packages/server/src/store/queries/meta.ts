import { query } from '../query.ts';

/** Writes a fact of the deployment once; changes nothing when it is there. Of two at once, one waits for the other. */
export const insertMeta = query<{ key: string; value: string }>()((db, p) =>
  db
    .insertInto('meta')
    .values({ key: p.key, value: p.value })
    .onConflict((conflict) => conflict.column('key').doNothing()),
);

/** Writes a fact of the deployment anew. */
export const upsertMeta = query<{ key: string; value: string }>()((db, p) =>
  db
    .insertInto('meta')
    .values({ key: p.key, value: p.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: p.value })),
);
