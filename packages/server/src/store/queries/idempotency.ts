import { query, scoped } from '../query.ts';
import type { IdempotentStepRow } from '../schema.ts';

export const insertStep = scoped<Omit<IdempotentStepRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('idempotent_steps', {
    request: p.request,
    id: p.id,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    data: p.data,
  }),
);

export const listSteps = scoped<{ request: string }>()((from, p) =>
  from.select('idempotent_steps').select(['id', 'created_at', 'data']).where('request', '=', p.request),
);

/** Deletes the steps of a request that began before a time. */
export const deleteStepsBefore = scoped<{ request: string; before: number }>()((from, p) =>
  from.delete('idempotent_steps').where('request', '=', p.request).where('created_at', '<=', p.before),
);

/** Deletes the steps of all requests that began before a time. */
export const deleteOldSteps = query<{ before: number }>()((db, p) =>
  db.deleteFrom('idempotent_steps').where('created_at', '<=', p.before),
);
