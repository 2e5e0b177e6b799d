import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
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
import { ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

/** Applicants from CSV files, which a member uploads. */
export function applicantImportRoutes(instance: FastifyInstance, services: Services): void {
  const version = services.versions.latest;
  void instance.register(async (scope) => {
    readCsvBodies(scope);
    const app = typed(scope);

    app.post(
      '/accounts/:account/:environment/applicant_imports/validate',
      {
        config: { member: 'verification.start' },
        schema: {
          description: 'Judges every row of a CSV file of applicants and writes nothing.',
          consumes: ['text/csv'],
          params: PlaceParams,
          querystring: ImportOptionsQuery,
          response: { 200: JudgedFile },
        },
      },
      async (request) => judgeFile(ctxOf(services, request), request, request.query, version),
    );

    app.post(
      '/accounts/:account/:environment/applicant_imports',
      {
        config: { member: 'verification.start' },
        schema: {
          description:
            'Creates the applicants of a CSV file, 500 rows at a time: send the file again with `next` as `after` until `next` is null. Each row of a file creates one applicant, however often the file is sent. A file with faults creates none.',
          consumes: ['text/csv'],
          params: PlaceParams,
          querystring: ImportQuery,
          response: { 200: ImportedRows },
        },
      },
      async (request) => importFile(ctxOf(services, request), request, request.query, version),
    );
  });
}
