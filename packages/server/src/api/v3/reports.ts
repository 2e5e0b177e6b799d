import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { listReportsOf } from '../../checks/get.ts';
import { cancelReport, resumeReport } from '../../checks/resume.ts';
import { typed } from '../../http/typed.ts';
import { reportType } from '../../reports/index.ts';
import { getReport } from '../../reports/records/get.ts';
import type { Report } from '../../reports/records/report.ts';
import { DateTime, Empty, Href, Id, IdParams, versioned } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';
import { reportFor } from './report-versions.ts';

const MediaIds = Type.Array(Type.Object({ id: Id }));

export function reportSchema(version: Version) {
  return Type.Object(
    {
      id: Id,
      created_at: DateTime,
      name: Type.String(),
      href: Href,
      status: Type.String(),
      result: NullableString,
      sub_result: NullableString,
      check_id: Id,
      documents: MediaIds,
      ...versioned(version.reportCaptures, {
        live_photos: Type.Optional(MediaIds),
        live_videos: Type.Optional(MediaIds),
        motion_captures: Type.Optional(MediaIds),
        id_photos: Type.Optional(MediaIds),
      }),
      breakdown: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
      properties: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    },
    { title: 'Report' },
  );
}

/** A report as a version shows it. */
export function presentReport(report: Report, version: Version) {
  const { documents, ...captures } = report.media;
  const shown = reportFor(version, {
    name: report.name,
    breakdown: report.breakdown,
    properties: report.properties,
    ...(reportType(report.name).family === 'facial' ? captures : {}),
  });
  return {
    id: report.id,
    created_at: isoSeconds(report.created_at),
    href: `/${version.name}/reports/${report.id}`,
    status: report.status,
    result: report.result,
    sub_result: report.sub_result,
    check_id: report.check_id,
    documents,
    ...shown,
  };
}

/** Reports: list and read, resume and cancel. */
export function reportRoutes(instance: FastifyInstance, version: Version): void {
  const app = typed(instance);
  const Report = reportSchema(version);
  const tags = ['reports'];

  app.get(
    '/reports',
    {
      schema: {
        tags,
        summary: 'List the reports of a check, the last requested first',
        querystring: Type.Object({ check_id: Type.String({ minLength: 1 }) }),
        response: { 200: Type.Object({ reports: Type.Array(Report) }) },
      },
    },
    async (request) => {
      const reports = await listReportsOf(request.session.ctx, request.query.check_id);
      return { reports: reports.toReversed().map((report) => presentReport(report, versionOf(request))) };
    },
  );

  app.get(
    '/reports/:id',
    { schema: { tags, summary: 'Retrieve a report', params: IdParams, response: { 200: Report } } },
    async (request) => {
      const report = await getReport(request.session.ctx, request.params.id);
      return presentReport(report, versionOf(request));
    },
  );

  for (const [action, summary, run] of [
    ['resume', 'Resume a paused report', resumeReport],
    ['cancel', 'Cancel a paused report', cancelReport],
  ] as const) {
    app.post(
      `/reports/:id/${action}`,
      { schema: { tags, summary, params: IdParams, response: { 204: Empty } } },
      async (request, reply) => {
        await run(request.session.ctx, request.params.id);
        return reply.code(204).send();
      },
    );
  }
}
