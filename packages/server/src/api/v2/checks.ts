import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { NullableBoolean, NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { type CheckFields, checkFieldsOf, formUri } from '../../checks/check.ts';
import { createCheck } from '../../checks/create.ts';
import { type CheckWithReports, getCheck, listReportsOf, pageOfChecks } from '../../checks/get.ts';
import { resumeCheck } from '../../checks/resume.ts';
import { waitForCheck } from '../../checks/wait.ts';
import type { Ctx } from '../../context/ctx.ts';
import { withQuery } from '../../http/bodies.ts';
import { pageOf, sendPage } from '../../http/pages.ts';
import { toProblem } from '../../http/problems.ts';
import { typed } from '../../http/typed.ts';
import { errorsOf, optionalText } from '../../input-rules/rule.ts';
import { webUrl } from '../../input-rules/url.ts';
import { subResults } from '../../reports/outcome.ts';
import { ignoreSandboxFields } from '../common/sandbox-fields.ts';
import {
  DateTime,
  Empty,
  Href,
  Id,
  IdParams,
  inputList,
  nullableInputList,
  TagsInput,
  UrlInput,
} from '../common/schemas.ts';
import { sendCheckPdf } from '../exports/check-pdf.ts';
import { sendCheckPage } from './check-page.ts';
import { emptyAsAbsent } from './empty-fields.ts';
import { Expand, expands, OfApplicant, OneOfApplicant, PageQuery } from './lists.ts';
import { consideredReports, orderOf } from './order.ts';
import { presentReport, reportBodies } from './reports.ts';
import type { EarlierVersion } from './versions.ts';

/** `version` of every check of v2. */
const VERSION = '2.0';

const reportsOf = (generation: 1 | 2) =>
  Type.Array(Type.Union([Id, reportBodies[generation]]), {
    description: 'Ids; in the answer to creation, and with `expand=reports`, the reports themselves',
  });

const common = {
  id: Id,
  created_at: DateTime,
  status: Type.String(),
  redirect_uri: NullableString,
  type: Type.String(),
  result: NullableString,
};
const addresses = {
  results_uri: Type.String(),
  download_uri: Type.String({
    description: 'A page of the results; with `.pdf` appended the check as PDF. Both need the token',
  }),
  form_uri: NullableString,
  href: Href,
};

/** The check of each version, in the order of its keys. */
const checkBodies = {
  1: Type.Object(
    { ...common, ...addresses, reports: reportsOf(1), tags: Type.Array(Type.String()) },
    { title: 'Check' },
  ),
  2: Type.Object(
    {
      ...common,
      sandbox: Type.Boolean(),
      report_type_groups: Type.Array(Type.String()),
      tags: Type.Array(Type.String()),
      ...addresses,
      reports: reportsOf(2),
      paused: Type.Boolean(),
      version: Type.String(),
    },
    { title: 'Check' },
  ),
} as const;

const NamedObject = Type.Object({ name: Type.String() });
const ReportInput = Type.Object({
  name: Type.String(),
  variant: Type.Optional(NullableString),
  options: Type.Optional(
    nullableInputList(Type.Object({ name: Type.String(), options: Type.Optional(inputList(NamedObject)) })),
  ),
  documents: Type.Optional(nullableInputList(Type.Object({ id: Id }))),
});

const NewCheckBody = Type.Object({
  type: stringEnum(['express', 'standard'], {
    description: '`standard`: the service sends a form to the applicant by mail',
  }),
  // `orderOf` judges them first, in an order of errors of its own.
  reports: Type.Optional(nullableInputList(ReportInput)),
  report_type_groups: Type.Optional(nullableInputList(Type.Unsafe<string | number>({ type: ['string', 'integer'] }))),
  redirect_uri: UrlInput,
  tags: TagsInput,
  suppress_form_emails: Type.Optional(NullableBoolean),
  charge_applicant_for_check: Type.Optional(NullableBoolean),
  async: Type.Optional(NullableBoolean),
  asynchronous: Type.Optional(
    Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: 'Default: false' }),
  ),
  document_ids: Type.Optional(nullableInputList(Type.String())),
  consider: Type.Optional(
    Type.Unsafe<unknown>({ description: 'Sandbox: names of the reports that get the result `consider`' }),
  ),
  sub_result: Type.Optional(nullableEnum(subResults)),
});

/** A check on the wire; the serialiser omits what v1 doesn't have. */
async function presentCheck(
  ctx: Ctx,
  { check, reportIds }: CheckWithReports,
  version: EarlierVersion,
  expand: boolean,
) {
  const { name: path } = version;
  const { urls } = ctx.services;
  const reports = expand
    ? (await listReportsOf(ctx, check.id)).map((report) => presentReport(report, version))
    : reportIds;
  return {
    id: check.id,
    created_at: isoSeconds(check.created_at),
    status: check.status,
    redirect_uri: check.redirect_uri,
    type: check.applicant_provides_data ? 'standard' : 'express',
    result: check.result,
    sandbox: check.sandbox,
    report_type_groups: [...(check.report_type_groups ?? [])],
    tags: [...check.tags],
    results_uri: `${urls.dashboard}/checks/${check.id}`,
    download_uri: `${urls.api}/${path}/checks/${check.id}/download`,
    form_uri: formUri(ctx, check),
    href: `/${path}/applicants/${check.applicant_id}/checks/${check.id}`,
    reports,
    paused: check.status === 'paused',
    version: VERSION,
  };
}

function fieldsOf(body: Static<typeof NewCheckBody>, groups: readonly string[]): CheckFields {
  const documents = [...new Set(body.document_ids ?? [])];
  return checkFieldsOf({
    document_ids: documents.length > 0 ? documents : undefined,
    applicant_provides_data: body.type === 'standard',
    asynchronous: body.asynchronous ?? body.async ?? false,
    tags: body.tags,
    suppress_form_emails: body.suppress_form_emails,
    redirect_uri: body.redirect_uri || null,
    charge_applicant_for_check: body.charge_applicant_for_check ?? false,
    sub_result: body.sub_result,
    consider: consideredReports(body.consider),
    report_type_groups: groups,
  });
}

const AT = '/applicants/:applicant_id/checks';

/** Checks of an applicant: create, list, read; resume and download by their id alone. */
export function checkRoutes(instance: FastifyInstance, version: EarlierVersion): void {
  const app = typed(instance);
  const { generation } = version;
  const Check = checkBodies[generation];
  const tags = ['checks'];

  app.post(
    AT,
    {
      // The handler answers errors in a fixed order: errors of reports and applicant first, then errors of the schema.
      attachValidation: true,
      preValidation: [withQuery, emptyAsAbsent, ignoreSandboxFields],
      schema: { tags, summary: 'Create a check', params: OfApplicant, body: NewCheckBody, response: { 201: Check } },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const applicant = await getApplicant(ctx, request.params.applicant_id);
      const order = orderOf(request.body as Record<string, unknown>, generation);
      if (request.validationError) throw toProblem(request.validationError);
      const wrong = errorsOf(request.body as Record<string, unknown>, { redirect_uri: optionalText(webUrl) });
      if (wrong) throw invalid(wrong);
      const fields = fieldsOf(request.body, order.groups);
      const created = await createCheck(ctx, { applicant, reports: order.reports, fields, version });
      const answered = fields.asynchronous ? created : await waitForCheck(ctx, created.check.id);
      return reply.code(201).send((await presentCheck(ctx, answered, version, true)) as never);
    },
  );

  app.get(
    AT,
    {
      schema: {
        tags,
        summary: 'List the checks of an applicant, newest first',
        params: OfApplicant,
        querystring: PageQuery,
        response: { 200: Type.Object({ checks: Type.Array(Check) }) },
      },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const page = pageOf(request);
      const { checks, total } = await pageOfChecks(ctx, request.params.applicant_id, page);
      sendPage(request, reply, page, total);
      const expand = expands(request, 'reports');
      return { checks: await Promise.all(checks.map((check) => presentCheck(ctx, check, version, expand))) } as never;
    },
  );

  app.get(
    `${AT}/:id`,
    {
      schema: {
        tags,
        summary: 'Retrieve a check',
        params: OneOfApplicant,
        querystring: Type.Object({ expand: Expand }),
        response: { 200: Check },
      },
    },
    async (request) => {
      const { ctx } = request.session;
      const found = await getCheck(ctx, request.params.id, request.params.applicant_id);
      return (await presentCheck(ctx, found, version, expands(request, 'reports'))) as never;
    },
  );

  app.post(
    '/checks/:id/resume',
    { schema: { tags, summary: 'Resume a paused check', params: IdParams, response: { 204: Empty } } },
    async (request, reply) => {
      await resumeCheck(request.session.ctx, request.params.id);
      return reply.code(204).send();
    },
  );

  for (const [file, summary, mediaType, send] of [
    ['download', 'Show the results of a check as a page', 'text/html', sendCheckPage],
    ['download.pdf', 'Download a check as PDF', 'application/pdf', sendCheckPdf],
  ] as const) {
    app.get(
      `/checks/:id/${file}`,
      { schema: { tags, summary, params: IdParams, produces: [mediaType] } },
      async (request, reply) =>
        send(request.session.ctx, reply, request.params.id, (report) => presentReport(report, version)),
    );
  }
}
