import { query } from '../query.ts';
import type { AddressRow } from '../schema.ts';

export const addressesOf = query<{ postcode: string }>()((db, p) =>
  db.selectFrom('addresses').selectAll().where('postcode', '=', p.postcode).orderBy('id'),
);

export const insertAddress = query<AddressRow>()((db, p) =>
  db.insertInto('addresses').values({ id: p.id, postcode: p.postcode, address: p.address }),
);

export const deleteAddresses = query()((db) => db.deleteFrom('addresses'));
