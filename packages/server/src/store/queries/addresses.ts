import { sql } from 'kysely';
import { query } from '../query.ts';
import type { AddressRow } from '../schema.ts';

/** Fact of the deployment that names the import whose addresses are in force: the beginning of their ids. */
export const ADDRESSES_KEY = 'addresses';

const inForce = sql<string>`(select value from meta where key = ${sql.lit(ADDRESSES_KEY)})`;

/** Addresses of the import that is in force; before the first one, those whose ids are UUIDs. */
export const addressesOf = query<{ postcode: string }>()((db, p) =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('postcode', '=', p.postcode)
    .where('id', '>=', sql<string>`coalesce(${inForce}, '')`)
    .where('id', '<', sql<string>`coalesce(replace(${inForce}, 'a', 'b'), 'g')`)
    .orderBy('id'),
);

export const insertAddress = query<AddressRow>()((db, p) =>
  db.insertInto('addresses').values({ id: p.id, postcode: p.postcode, address: p.address }),
);

/** Deletes some of the addresses whose ids come before `id`. */
export const deleteAddressesBefore = query<{ id: string; limit: number }>()((db, p) =>
  db
    .deleteFrom('addresses')
    .where('id', 'in', (of) =>
      of.selectFrom('addresses').select('id').where('id', '<', p.id).orderBy('id').limit(p.limit),
    ),
);

/** Deletes some of the addresses whose ids do not come before `id`. */
export const deleteAddressesFrom = query<{ id: string; limit: number }>()((db, p) =>
  db
    .deleteFrom('addresses')
    .where('id', 'in', (of) =>
      of.selectFrom('addresses').select('id').where('id', '>=', p.id).orderBy('id').limit(p.limit),
    ),
);
