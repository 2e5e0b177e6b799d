import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import { listReportsOf } from '../../checks/get.ts';
import { cancelReport, resumeReport } from '../../checks/resume.ts';
import { typed } from '../../http/typed.ts';
import { earlierNameOf } from '../../reports/earlier-names.ts';
import { type ReportName, reportType } from '../../reports/index.ts';
import type { Breakdowns } from '../../reports/outcome.ts';
import { getReport } from '../../reports/records/get.ts';
import type { Report } from '../../reports/records/report.ts';
import { DateTime, Empty, Href, Id } from '../common/schemas.ts';
import { reportFor } from '../v3/report-versions.ts';
import { PageQuery, sendSlice } from './lists.ts';
import type { EarlierVersion } from './versions.ts';

const AnyObject = Type.Unsafe<object>({ type: 'object', additionalProperties: true });
const Options = Type.Array(AnyObject, { description: '`{name, options}` as in the request' });

/** The report of each version, in the order of its keys. */
export const reportBodies = {
  1: Type.Object(
    {
      id: Id,
      name: Type.String(),
      created_at: DateTime,
      status: Type.String(),
      result: NullableString,
      variant: NullableString,
      options: Options,
      href: Href,
      breakdown: AnyObject,
      properties: AnyObject,
    },
    { title: 'Report' },
  ),
  2: Type.Object(
    {
      id: Id,
      created_at: DateTime,
      href: Href,
      name: Type.String(),
      status: Type.String(),
      result: NullableString,
      sub_result: NullableString,
      variant: NullableString,
      options: Type.Optional(Options),
      documents: Type.Optional(Type.Array(Type.Object({ id: Id }))),
      properties: AnyObject,
      breakdown: AnyObject,
    },
    { title: 'Report' },
  ),
} as const;

/** A report on the wire; the serialiser omits fields that v1 doesn't have. Its tree follows the first v3. */
export function presentReport(report: Report, version: EarlierVersion) {
  const { name: path, generation } = version;
  const { name, variant, options } = report.order ?? { ...earlierNameOf(report.name), options: [] };
  const { breakdown, properties } = reportFor(version, {
    name: report.name,
    breakdown: report.breakdown,
    properties: report.properties,
  });
  const rename = earlierBreakdowns[report.name] ?? ((later) => later);
  return {
    id: report.id,
    created_at: isoSeconds(report.created_at),
    href: `/${path}/checks/${report.check_id}/reports/${report.id}`,
    name,
    status: report.status,
    result: earlierResult(report, version),
    sub_result: report.sub_result,
    variant,
    ...(options.length > 0 || generation === 1 ? { options } : {}),
    ...(reportType(report.name).family === 'document' ? { documents: report.media.documents } : {}),
    properties,
    breakdown: rename(breakdown),
  };
}

/** v2 shows an identity report of the variant `kyc` that matched nothing as `consider` (contract 16.4). */
function earlierResult({ name, order, result }: Report, { generation }: EarlierVersion): Report['result'] {
  const variant = order ? order.variant : earlierNameOf(name).variant;
  const isKyc = generation === 2 && name === 'identity_enhanced' && variant === 'kyc';
  return isKyc && result === 'unidentified' ? 'consider' : result;
}

/** Reports whose breakdown v1 and v2 show under other names than v3 (contract 16.4). */
const earlierBreakdowns: Partial<Record<ReportName, (breakdown: Breakdowns) => Breakdowns>> = {
  watchlist_standard: withAdverseMedia,
  identity_enhanced: withCreditAgencies,
};

/** Replaces `sources` by a count of credit agencies, where v3 counts matches. */
function withCreditAgencies({ sources: _, ...others }: Breakdowns): Breakdowns {
  const { address } = others;
  const agencies = address?.breakdown?.credit_agencies;
  if (!agencies) return others;
  const { number_of_matches, ...rest } = agencies.properties ?? {};
  const properties = number_of_matches === undefined ? rest : { ...rest, number_of_credit_agencies: number_of_matches };
  const leaves = { ...address.breakdown, credit_agencies: { ...agencies, properties } };
  return { ...others, address: { ...address, breakdown: leaves } };
}

/** Warnings of authorities under the name of v1 and v2. */
function withAdverseMedia({ legal_and_regulatory_warnings, ...others }: Breakdowns): Breakdowns {
  return legal_and_regulatory_warnings ? { ...others, adverse_media: legal_and_regulatory_warnings } : others;
}

const AT = '/checks/:check_id/reports';
const OfCheck = Type.Object({ check_id: Type.String() });
const OneOfCheck = Type.Object({ check_id: Type.String(), id: Type.String() });

/** Reports of a check: list and read; in v2 also resume and cancel. */
export function reportRoutes(instance: FastifyInstance, version: EarlierVersion): void {
  const app = typed(instance);
  const Report = reportBodies[version.generation];
  const tags = ['reports'];

  app.get(
    AT,
    {
      schema: {
        tags,
        summary: 'List the reports of a check, in the requested order',
        params: OfCheck,
        querystring: PageQuery,
        response: { 200: Type.Object({ reports: Type.Array(Report) }) },
      },
    },
    async (request, reply) => {
      const reports = await listReportsOf(request.session.ctx, request.params.check_id);
      return { reports: sendSlice(request, reply, reports).map((report) => presentReport(report, version)) } as never;
    },
  );

  const reportOf = (request: FastifyRequest) => {
    const { check_id, id } = request.params as { check_id: string; id: string };
    return getReport(request.session.ctx, id, check_id);
  };

  app.get(
    `${AT}/:id`,
    { schema: { tags, summary: 'Retrieve a report', params: OneOfCheck, response: { 200: Report } } },
    async (request) => presentReport(await reportOf(request), version) as never,
  );

  if (version.generation === 1) return;

  for (const [action, summary, run] of [
    ['resume', 'Resume a paused report', resumeReport],
    ['cancel', 'Cancel a paused report', cancelReport],
  ] as const) {
    app.post(
      `${AT}/:id/${action}`,
      { schema: { tags, summary, params: OneOfCheck, response: { 204: Empty } } },
      async (request, reply) => {
        await run(request.session.ctx, (await reportOf(request)).id);
        return reply.code(204).send();
      },
    );
  }
}
