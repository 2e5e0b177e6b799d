import { scoped } from '../query.ts';
import type { RefusedUploadRow } from '../schema.ts';

/** Keeps the first refusal for a reason. */
export const insertRefusedUpload = scoped<Omit<RefusedUploadRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('refused_uploads', { id: p.id, applicant_id: p.applicant_id, reason: p.reason, created_at: p.created_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const listRefusedUploads = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('refused_uploads')
    .select(['reason', 'created_at'])
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('reason'),
);
