import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { includesDeleted, pageOf, sendPage } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { errorsOf, form, oneOf, optional, required, text } from '../../input-rules/rule.ts';
import { tags as tagsRule } from '../../input-rules/tag.ts';
import { createMonitor, deleteMonitor } from '../../monitors/create.ts';
import { listMonitors, listMonitorsOf } from '../../monitors/list.ts';
import { getMonitor, type Monitor, monitoredReports } from '../../monitors/monitor.ts';
import { DateTime, Empty, Id, IdParams, NullableDateTime, TagsInput } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const MonitorBody = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    report_name: stringEnum(monitoredReports),
    tags: Type.Array(Type.String()),
    created_at: DateTime,
    deleted_at: NullableDateTime,
    is_sandbox: Type.Boolean(),
  },
  { title: 'Watchlist monitor' },
);

const NewMonitorBody = Type.Object({
  applicant_id: Type.String(),
  report_name: stringEnum(monitoredReports),
  tags: TagsInput,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;

const newMonitorRules = {
  applicant_id: required(text(UUID_LENGTH, form(UUID))),
  report_name: required(oneOf(monitoredReports)),
  tags: optional(tagsRule),
};

/** A monitor on the wire. */
const presentMonitor = ({ id, applicant_id, report_name, tags, created_at, deleted_at, sandbox }: Monitor) => ({
  id,
  applicant_id,
  report_name,
  tags: [...tags],
  created_at: isoSeconds(created_at),
  deleted_at: isoSecondsOrNull(deleted_at),
  is_sandbox: sandbox,
});

/** Watchlist monitors: create, list, read, delete. */
export function watchlistMonitorRoutes(instance: FastifyInstance, _version: Version): void {
  const app = typed(instance);
  const tags = ['watchlist monitors'];

  app.post(
    '/watchlist_monitors',
    {
      attachValidation: true,
      schema: {
        tags,
        summary: 'Create a watchlist monitor, and its first check',
        body: NewMonitorBody,
        response: { 201: MonitorBody },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const wrong = errorsOf(body ?? {}, newMonitorRules);
      if (wrong) throw invalid(wrong);
      const { applicant_id, report_name, tags: own } = body;
      const version = versionOf(request);
      const input = { applicant_id, report_name, tags: own ?? [], version };
      return reply.code(201).send(presentMonitor(await createMonitor(request.session.ctx, input)));
    },
  );

  app.get(
    '/watchlist_monitors',
    {
      schema: {
        tags,
        summary: 'List watchlist monitors, newest first',
        querystring: Type.Object({
          applicant_id: Type.Optional(
            Type.String({
              description: 'Id of an applicant, whose monitors all come on one page. Absent: a page of all monitors',
            }),
          ),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Monitors per page, at most 500', default: '20' })),
          include_deleted: Type.Optional(Type.String({ description: '`true` lists deleted monitors too' })),
        }),
        response: { 200: Type.Object({ monitors: Type.Array(MonitorBody) }) },
      },
    },
    async (request, reply) => {
      const { session, query } = request;
      const includeDeleted = includesDeleted(query.include_deleted);
      if (query.applicant_id !== undefined) {
        const monitors = await listMonitorsOf(session.ctx, query.applicant_id, includeDeleted);
        return { monitors: monitors.map(presentMonitor) };
      }
      const page = pageOf(request);
      const { monitors, total } = await listMonitors(session.ctx, { ...page, includeDeleted });
      sendPage(request, reply, page, total);
      return { monitors: monitors.map(presentMonitor) };
    },
  );

  app.get(
    '/watchlist_monitors/:id',
    { schema: { tags, summary: 'Retrieve a watchlist monitor', params: IdParams, response: { 200: MonitorBody } } },
    async ({ session, params }) => presentMonitor(await getMonitor(session.ctx, params.id)),
  );

  app.delete(
    '/watchlist_monitors/:id',
    { schema: { tags, summary: 'Delete a watchlist monitor', params: IdParams, response: { 204: Empty } } },
    async ({ session, params }, reply) => {
      await deleteMonitor(session.ctx, params.id);
      return reply.code(204).send();
    },
  );
}
