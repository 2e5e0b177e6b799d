import { sql } from 'kysely';
import { joined, query, scoped, unsought } from '../query.ts';
import type { AddressUseRow } from '../schema.ts';

/** End of the id of a row with a device. */
export const DEVICE_USE = ' device';

/** Id of the row with the device of a check, beside the row with the address of the check. */
export const deviceUseId = (checkId: string): string => `${checkId}${DEVICE_USE}`;

/** Keeps from which address a check or report came; a form that is sent again may come from another. */
export const putAddressUse = scoped<Omit<AddressUseRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('address_uses', {
      id: p.id,
      applicant_id: p.applicant_id,
      what: p.what,
      hash: p.hash,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash: p.hash })),
);

/** Time of the use, written so that PostgreSQL finds the rows by their address, and not by their time. */
const usedAt = sql<number>`address_uses.created_at + 0`;

/** Counts document reports that came from an address since a time, by `sub_result`; without the reports of one check. */
export const countReportsFrom = scoped<{ hash: string; since: number; except: string }>()((from, p, dialect) =>
  from
    .selectByAccount('address_uses')
    .innerJoin('reports', joined(dialect, 'reports.id', 'address_uses.id'))
    .where('address_uses.hash', '=', p.hash)
    .where(unsought(dialect, 'address_uses.what'), '=', 'report')
    .where(usedAt, '>', p.since)
    .where('reports.check_id', '!=', p.except)
    .select(['reports.sub_result', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('reports.sub_result'),
);

/** Counts completed checks that came from an address since a time, by result. */
export const countChecksFrom = scoped<{ hash: string; since: number }>()((from, p, dialect) =>
  from
    .selectByAccount('address_uses')
    .innerJoin('checks', joined(dialect, 'checks.id', 'address_uses.id'))
    .where('address_uses.hash', '=', p.hash)
    .where(unsought(dialect, 'address_uses.what'), '=', 'check')
    .where(usedAt, '>', p.since)
    .where(unsought(dialect, 'checks.status'), '=', 'complete')
    .select(['checks.result', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('checks.result'),
);

/** Hashes of the addresses from which an applicant's checks and reports came, and of the devices of the checks. */
export const hashesOfApplicant = scoped<{ applicant_id: string; limit: number }>()((from, p) =>
  from
    .select('address_uses')
    .select(['hash', sql<boolean | number>`what = 'device'`.as('is_device')])
    .distinct()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('hash')
    .limit(p.limit),
);

/** Applicants whose checks or reports came from an address, or whose checks came from a device. */
export const applicantsFrom = scoped<{ hash: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('address_uses')
    .select('applicant_id')
    .distinct()
    .where('hash', '=', p.hash)
    .orderBy('applicant_id', 'desc')
    .limit(p.limit),
);

export const deleteAddressUses = query<Pick<AddressUseRow, 'what'> & { before: number }>()((db, p) =>
  db.deleteFrom('address_uses').where('what', '=', p.what).where('created_at', '<=', p.before),
);
