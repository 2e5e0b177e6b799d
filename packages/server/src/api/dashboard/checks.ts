import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { publishedVersions } from '../../base/versions.ts';
import type { Services } from '../../context/services.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { type CheckFilter, findChecks } from '../../insights/checks.ts';
import { exportChecks } from '../../insights/export-checks.ts';
import { checkResults, checkStatuses } from '../../insights/saved-views/lists.ts';
import { acceptedReportNames } from '../../reports/index.ts';
import { Cursor, Limit, Next } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { CheckRow, PlaceParams, presentCheckRow } from './schemas.ts';

const timeOf = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

const filters = {
  status: Type.Optional(stringEnum(checkStatuses)),
  result: Type.Optional(stringEnum(checkResults)),
  report: Type.Optional(
    stringEnum(acceptedReportNames(publishedVersions.latest), { description: 'A report that the check has' }),
  ),
  tag: Type.Optional(
    Type.String({ maxLength: 128, description: 'Tag of the check. Roles without personal data find nothing with it' }),
  ),
  from: timeOf('Earliest creation time'),
  to: timeOf('End of the creation times, exclusive'),
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Search text. Lists the checks of the applicants that `GET …/applicants` finds with it',
    }),
  ),
};

const Filters = Type.Object(filters);

const filterOf = ({ from, to, tag, q: _, ...rest }: Static<typeof Filters>): CheckFilter => ({
  ...rest,
  ...({ tag: tag?.trim() || undefined, from: from && instantOf(from), to: to && instantOf(to) } as CheckFilter),
});

/** The checks of an account: the list with its filters, and its export. */
export function checkRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/checks',
    {
      config: { member: 'states.see' },
      schema: {
        description:
          'Lists checks, newest first. With `q`, a page has the checks of up to 20 applicants, newest applicant first; a page before the last one can be empty.',
        params: PlaceParams,
        querystring: Type.Object({ ...filters, cursor: Cursor, limit: Limit }),
        response: { 200: Type.Object({ checks: Type.Array(CheckRow), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { q: query = '', cursor: after, limit = 50 } = request.query;
      const filter = filterOf(request.query);
      const personal = request.place.may('data.see');
      const { checks, next } = await findChecks(ctx, { query, personal, filter, after, limit });
      if (personal) {
        const action = query.trim() !== '' ? 'applicants_searched' : 'checks_opened';
        await recordAudit(ctx, { action, object_id: ctx.account_id });
      }
      return { checks: checks.map((check) => presentCheckRow(check, personal)), next };
    },
  );

  app.get(
    '/accounts/:account/:environment/report_names',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Names of reports, as `report` of the list of checks takes them.',
        params: PlaceParams,
        response: { 200: Type.Object({ report_names: Type.Array(Type.String()) }) },
      },
    },
    async () => ({ report_names: acceptedReportNames(publishedVersions.latest) }),
  );

  const sendExport = async (request: FastifyRequest, reply: FastifyReply, withPersonalData: boolean) => {
    const ctx = ctxOf(services, request);
    const query = request.query as Static<typeof Filters>;
    const listing = { filter: filterOf(query), query: query.q ?? '', personal: request.place.may('data.see') };
    const lines = await exportChecks(ctx, listing, { withPersonalData });
    const fileName = `checks_${ctx.environment}_${isoSeconds(ctx.now()).slice(0, 10)}.csv`;
    return sendFile(reply, { body: Readable.from(lines), mediaType: 'text/csv; charset=utf-8', fileName });
  };

  app.get(
    '/accounts/:account/:environment/checks/export',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Exports the checks that match the filters as CSV: ids, times, states and results.',
        params: PlaceParams,
        querystring: Filters,
      },
    },
    (request, reply) => sendExport(request, reply, false),
  );

  app.get(
    '/accounts/:account/:environment/checks/export/personal',
    {
      config: { member: 'data.export' },
      schema: {
        description: 'Exports the checks that match the filters as CSV, with names, birth dates and tags.',
        params: PlaceParams,
        querystring: Filters,
      },
    },
    (request, reply) => sendExport(request, reply, true),
  );
}
