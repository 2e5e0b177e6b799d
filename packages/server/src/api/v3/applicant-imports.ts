import type { FastifyInstance } from 'fastify';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import {
  ImportedRows,
  ImportOptionsQuery,
  ImportQuery,
  importFile,
  JudgedFile,
  judgeFile,
  readCsvBodies,
} from '../common/applicant-imports.ts';
import { versionOf } from '../common/versions.ts';

/** Applicants from CSV files: our own. */
export function applicantImportRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.applicantImports) return;
  const tags = ['applicants'];
  void instance.register(async (scope) => {
    readCsvBodies(scope);
    const app = typed(scope);

    app.post(
      '/applicant_imports/validate',
      {
        schema: {
          tags,
          summary: 'Validate a CSV file of applicants',
          description: 'Judges every row and writes nothing.',
          consumes: ['text/csv'],
          querystring: ImportOptionsQuery,
          response: { 200: JudgedFile },
        },
      },
      async (request) => judgeFile(request.session.ctx, request, request.query, versionOf(request)),
    );

    app.post(
      '/applicant_imports',
      {
        schema: {
          tags,
          summary: 'Create the applicants of a CSV file',
          description:
            'An answer covers at most 500 rows: send the file again with `next` as `after` until `next` is null. Each row of a file creates one applicant, however often the file is sent. A file with faults creates none.',
          consumes: ['text/csv'],
          querystring: ImportQuery,
          response: { 200: ImportedRows },
        },
      },
      async (request) => importFile(request.session.ctx, request, request.query, versionOf(request)),
    );
  });
}
