import { sql } from 'kysely';
import { joined, scoped } from '../query.ts';
import type { DocumentNumberRow } from '../schema.ts';

/** Keeps which document a report has read; one that reads it again may have read another. */
export const putDocumentNumber = scoped<Omit<DocumentNumberRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('document_numbers', { id: p.id, applicant_id: p.applicant_id, hash: p.hash })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash: p.hash })),
);

export const findDocumentNumber = scoped<{ id: string }>()((from, p) =>
  from.select('document_numbers').select('hash').where('id', '=', p.id),
);

/**
 * Reports that have read the document of a hash, oldest first, each with the sealed data of its check. Reports of applicants that
 * are scheduled for deletion are left out: written so that PostgreSQL doesn't use the index of those applicants for it, which
 * would search one id among all of them.
 */
export const reportsWithDocument = scoped<{ hash: string }>()((from, p, dialect) =>
  from
    .selectByAccount('document_numbers')
    .innerJoin('reports', joined(dialect, 'reports.id', 'document_numbers.id'))
    .innerJoin('checks', joined(dialect, 'checks.id', 'reports.check_id'))
    .innerJoin('applicants', joined(dialect, 'applicants.id', 'reports.applicant_id'))
    .where('document_numbers.hash', '=', p.hash)
    .where(sql<number>`coalesce(applicants.delete_at, 0)`, '=', 0)
    .selectAll('reports')
    .select('checks.data as check_data')
    .orderBy('reports.created_at')
    .orderBy('reports.id'),
);
