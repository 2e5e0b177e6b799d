import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds } from '../../base/clock.ts';
import { invalid, problem } from '../../base/errors.ts';
import {
  NullableBoolean,
  NullableString,
  nullableArray,
  nullableEnum,
  nullableObject,
  stringEnum,
} from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { type CheckFields, checkFieldsOf, formUri } from '../../checks/check.ts';
import { createCheck } from '../../checks/create.ts';
import { type CheckWithReports, getCheck, listChecksOf } from '../../checks/get.ts';
import { resumeCheck } from '../../checks/resume.ts';
import type { NewCheck } from '../../checks/validate.ts';
import { waitForCheck } from '../../checks/wait.ts';
import type { Ctx } from '../../context/ctx.ts';
import { toProblem } from '../../http/problems.ts';
import { typed } from '../../http/typed.ts';
import { BLANK, errorsOf, isUnset, optional } from '../../input-rules/rule.ts';
import { webUrl } from '../../input-rules/url.ts';
import { askedAges } from '../../reports/age-only.ts';
import { acceptedReportNames, isReportName, type ReportName } from '../../reports/index.ts';
import { subResults } from '../../reports/outcome.ts';
import { UsDrivingLicence } from '../../reports/us-driving-licence-fields.ts';
import { ignoreSandboxFields } from '../common/sandbox-fields.ts';
import {
  DateTime,
  Empty,
  Href,
  Id,
  IdParams,
  inputList,
  LIST_LENGTH,
  nullableInputList,
  TagsInput,
  UrlInput,
  versioned,
} from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';
import { sendCheckPdf } from '../exports/check-pdf.ts';
import { presentReport } from './reports.ts';

export const CheckBody = Type.Object(
  {
    id: Id,
    created_at: DateTime,
    status: Type.String(),
    redirect_uri: NullableString,
    result: NullableString,
    sandbox: Type.Boolean(),
    tags: Type.Array(Type.String()),
    results_uri: Type.String(),
    form_uri: NullableString,
    paused: Type.Boolean(),
    version: Type.String(),
    report_ids: Type.Array(Id),
    href: Href,
    applicant_id: Id,
    applicant_provides_data: Type.Boolean(),
    privacy_notices_read_consent_given: NullableBoolean,
    webhook_ids: nullableArray(Id),
  },
  { title: 'Check' },
);

const useCase = Type.Optional(
  nullableObject(Type.Object({ use_case: Type.Optional(nullableEnum(['onboarding', 'reverification'])) })),
);

const AgeOnly = Type.Object({
  age_over: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      ...askedAges,
      description:
        'The report answers whether the holder has this age (`over_18`), discloses nothing else and stores no date of birth',
    }),
  ),
});

/** Body of a request for a check. */
export function newCheckBody(version: Version) {
  const names = acceptedReportNames(version);
  return Type.Object({
    applicant_id: Type.String({ minLength: 1 }),
    report_names: inputList(stringEnum(names)),
    document_ids: Type.Optional(nullableInputList(Type.String())),
    applicant_provides_data: Type.Optional(NullableBoolean),
    asynchronous: Type.Optional(NullableBoolean),
    tags: TagsInput,
    suppress_form_emails: Type.Optional(NullableBoolean),
    redirect_uri: UrlInput,
    privacy_notices_read_consent_given: Type.Optional(NullableBoolean),
    webhook_ids: Type.Optional(nullableInputList(Type.String())),
    sub_result: Type.Optional(nullableEnum(subResults, { description: 'Sandbox: the sub-result of document reports' })),
    consider: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        maxItems: LIST_LENGTH,
        items: { type: 'string', enum: names },
        description: 'Sandbox: names of the reports that get the result `consider`',
      }),
    ),
    us_driving_licence: Type.Optional(Type.Unsafe<Record<string, unknown> | null>(UsDrivingLicence)),
    report_configuration: Type.Optional(
      nullableObject(
        Type.Object({
          ...versioned(version.ageOnly, { document: Type.Optional(nullableObject(AgeOnly)) }),
          facial_similarity_photo: useCase,
          facial_similarity_photo_fully_auto: useCase,
          facial_similarity_video: useCase,
          facial_similarity_motion: useCase,
        }),
      ),
    ),
  });
}

type SentCheck = Static<ReturnType<typeof newCheckBody>>;

/** A check on the wire. */
export function presentCheck(ctx: Ctx, { check, reportIds }: CheckWithReports, version: Version) {
  return {
    id: check.id,
    created_at: isoSeconds(check.created_at),
    status: check.status,
    redirect_uri: check.redirect_uri,
    result: check.result,
    sandbox: check.sandbox,
    tags: [...check.tags],
    results_uri: `${ctx.services.urls.dashboard}/checks/${check.id}`,
    form_uri: formUri(ctx, check),
    paused: check.status === 'paused',
    version: version.number,
    // The last requested first (contract 8.3).
    report_ids: reportIds.toReversed(),
    href: `/${version.name}/checks/${check.id}`,
    applicant_id: check.applicant_id,
    applicant_provides_data: check.applicant_provides_data,
    // True or null: a consent that was refused was not given.
    privacy_notices_read_consent_given: check.privacy_notices_read_consent_given || null,
    webhook_ids: check.webhook_ids === null ? null : [...check.webhook_ids],
  };
}

/** The report names of a body, judged before everything else: blank, format, type, unknown, in this order. */
function reportNamesOf(body: Record<string, unknown>, version: Version): ReportName[] {
  const names = body.report_names;
  if (names === undefined || names === null || (Array.isArray(names) && names.length === 0)) {
    throw problem('report_names_blank');
  }
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) throw problem('report_names_format');
  if (body.type !== undefined) throw problem('check_type_deprecated');
  const unknown = names.filter((name) => !isReportName(name, version));
  if (unknown.length > 0 || new Set(names).size < names.length) throw problem('invalid_reports_names');
  return names as ReportName[];
}

function applicantIdOf({ applicant_id }: Record<string, unknown>): string {
  if (isUnset(applicant_id) || applicant_id === '') throw invalid({ applicant_id: [BLANK] });
  if (typeof applicant_id !== 'string') throw invalid({ applicant_id: ['must be a string'] });
  return applicant_id;
}

/** Reads the fields that clients may send; a body can't set the fields of the service. */
function fieldsOf(body: SentCheck): CheckFields {
  return checkFieldsOf({
    document_ids: body.document_ids && [...new Set(body.document_ids)],
    applicant_provides_data: body.applicant_provides_data,
    asynchronous: body.asynchronous,
    tags: body.tags,
    suppress_form_emails: body.suppress_form_emails,
    redirect_uri: body.redirect_uri,
    privacy_notices_read_consent_given: body.privacy_notices_read_consent_given,
    webhook_ids: body.webhook_ids,
    sub_result: body.sub_result,
    consider: body.consider,
    us_driving_licence: body.us_driving_licence,
    age_over: body.report_configuration?.document?.age_over,
  });
}

/** Options of a route that takes `newCheckBody`: `newCheckOf` answers errors in a fixed order, errors of the schema last. */
export const newCheckJudged = { attachValidation: true, preValidation: ignoreSandboxFields } as const;

/**
 * The check that a body orders. Throws errors of reports first, then of the applicant, then of the schema.
 * @param version version whose routes serve the request
 * @param askedVersion version that the client asked for
 */
export async function newCheckOf(
  request: Pick<FastifyRequest, 'body' | 'session' | 'validationError'>,
  version: Version,
  askedVersion = version,
): Promise<NewCheck> {
  const { ctx } = request.session;
  const body = request.body as Record<string, unknown>;
  const reports = reportNamesOf(body, version).map((name) => ({ name }));
  const applicant = await getApplicant(ctx, applicantIdOf(body));
  if (request.validationError) throw toProblem(request.validationError);
  const wrong = errorsOf(body, { redirect_uri: optional(webUrl) });
  if (wrong) throw invalid(wrong);
  return { applicant, reports, fields: fieldsOf(body as SentCheck), version: askedVersion };
}

/** Checks: create, read, list, resume, download. */
export function checkRoutes(instance: FastifyInstance, version: Version): void {
  const app = typed(instance);
  const tags = ['checks'];

  app.post(
    '/checks',
    {
      ...newCheckJudged,
      schema: { tags, summary: 'Create a check', body: newCheckBody(version), response: { 201: CheckBody } },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const askedVersion = versionOf(request);
      const order = await newCheckOf(request, version, askedVersion);
      const created = await createCheck(ctx, order);
      const answered = order.fields.asynchronous ? created : await waitForCheck(ctx, created.check.id);
      return reply.code(201).send(presentCheck(ctx, answered, askedVersion));
    },
  );

  app.get(
    '/checks/:id',
    { schema: { tags, summary: 'Retrieve a check', params: IdParams, response: { 200: CheckBody } } },
    async (request) => {
      const { ctx } = request.session;
      return presentCheck(ctx, await getCheck(ctx, request.params.id), versionOf(request));
    },
  );

  app.get(
    '/checks',
    {
      schema: {
        tags,
        summary: 'List the checks of an applicant, newest first',
        querystring: Type.Object({ applicant_id: Type.String({ minLength: 1 }) }),
        response: { 200: Type.Object({ checks: Type.Array(CheckBody) }) },
      },
    },
    async (request) => {
      const { ctx } = request.session;
      const checks = await listChecksOf(ctx, request.query.applicant_id);
      return { checks: checks.map((check) => presentCheck(ctx, check, versionOf(request))) };
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

  app.get(
    '/checks/:id/download',
    { schema: { tags, summary: 'Download a check as PDF', params: IdParams, produces: ['application/pdf'] } },
    async (request, reply) => {
      const askedVersion = versionOf(request);
      return sendCheckPdf(request.session.ctx, reply, request.params.id, (report) =>
        presentReport(report, askedVersion),
      );
    },
  );
}
