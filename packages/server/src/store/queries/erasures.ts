import { query, scoped } from '../query.ts';
import type { ErasureRow } from '../schema.ts';

export const insertTombstone = scoped<{ id: string; erasure_id: string }>()((from, p) =>
  from
    .insert('tombstones', { id: p.id, erasure_id: p.erasure_id })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const findTombstone = scoped<{ id: string }>()((from, p) =>
  from.select('tombstones').select('erasure_id').where('id', '=', p.id),
);

export const insertErasure = scoped<Omit<ErasureRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('erasures', {
    id: p.id,
    applicant_id: p.applicant_id,
    requested_at: p.requested_at,
    erased_at: p.erased_at,
    counts: p.counts,
    requested_by: p.requested_by,
  }),
);

/** Receipts of an account, newest first; for the operator. */
export const listErasures = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('erasures').selectAll().where('account_id', '=', p.account_id).orderBy('id', 'desc').limit(500),
);

// What belongs to an applicant. Their ids stay as tombstones; nothing else does.

export const mediaOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('media').select(['id', 'kind', 'storage_key']).where('applicant_id', '=', p.applicant_id),
);
/** Also waits for whoever changes one of the checks now, and keeps others off them until the transaction ends. */
export const checksOfApplicant = scoped<{ applicant_id: string }>()((from, p, dialect) => {
  const checks = from.select('checks').select('id').where('applicant_id', '=', p.applicant_id).orderBy('id');
  return dialect === 'postgres' ? checks.forUpdate() : checks;
});
export const reportsOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('reports').select('id').where('applicant_id', '=', p.applicant_id),
);

export const eraseMedia = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('media').where('applicant_id', '=', p.applicant_id),
);
export const eraseChecks = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('checks').where('applicant_id', '=', p.applicant_id),
);
export const eraseReports = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('reports').where('applicant_id', '=', p.applicant_id),
);
export const eraseEvents = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('events').where('applicant_id', '=', p.applicant_id),
);
export const eraseDeliveries = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('deliveries').where('applicant_id', '=', p.applicant_id),
);
export const eraseMails = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('mails').where('applicant_id', '=', p.applicant_id),
);
export const eraseMessages = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('messages').where('applicant_id', '=', p.applicant_id),
);
export const eraseAttempts = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .delete('delivery_attempts')
    .where('delivery_id', 'in', from.select('deliveries').select('id').where('applicant_id', '=', p.applicant_id)),
);

/** Jobs that wait for something of an applicant which is erased; deliveries first lose their job. */
export const eraseJobs = query<{ applicant_id: string }>()((db, p) =>
  db
    .deleteFrom('jobs')
    .where((where) =>
      where.or([
        where('ref', 'in', db.selectFrom('deliveries').select('id').where('applicant_id', '=', p.applicant_id)),
        where('ref', 'in', db.selectFrom('mails').select('id').where('applicant_id', '=', p.applicant_id)),
        where('ref', 'in', db.selectFrom('messages').select('id').where('applicant_id', '=', p.applicant_id)),
        where('ref', 'in', db.selectFrom('media').select('id').where('applicant_id', '=', p.applicant_id)),
        where('ref', 'in', db.selectFrom('checks').select('id').where('applicant_id', '=', p.applicant_id)),
        where('ref', 'in', db.selectFrom('reports').select('id').where('applicant_id', '=', p.applicant_id)),
      ]),
    ),
);
