import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { type FieldErrors, invalid } from '../../base/errors.ts';
import { NullableString, nullableEnum, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import type { Ctx } from '../../context/ctx.ts';
import { reachedAt } from '../../http/address.ts';
import { pageOf, sendPage } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { languages } from '../../input-rules/languages.ts';
import { errorsOf, optional } from '../../input-rules/rule.ts';
import { tags as tagsRule } from '../../input-rules/tag.ts';
import { webUrl } from '../../input-rules/url.ts';
import { getRun, listRuns, type RunQuery, runStatuses, type WorkflowRunStatus } from '../../workflows/runs/get.ts';
import { factsOf, linkUrl, type Run, type RunFields } from '../../workflows/runs/run.ts';
import { sdkTokenOf } from '../../workflows/runs/run-token.ts';
import { startRun } from '../../workflows/runs/start.ts';
import { DateTime, Id, IdParams, NullableDateTime, TagsInput } from '../common/schemas.ts';

/** Schema of a run on the wire. */
export const WorkflowRun = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    workflow_id: Id,
    workflow_version_id: Type.Integer(),
    dashboard_url: Type.String(),
    status: stringEnum(runStatuses),
    output: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Values by the keys that the workflow defines',
    }),
    reasons: Type.Array(Type.String()),
    error: nullableObject(Type.Object({ type: Type.String(), message: Type.String() })),
    link: Type.Object({
      url: Type.Optional(
        Type.String({
          description: 'A page on which the applicant completes the tasks. Absent with a read-only token',
        }),
      ),
      completed_redirect_url: NullableString,
      expired_redirect_url: NullableString,
      expires_at: NullableDateTime,
      language: NullableString,
    }),
    created_at: DateTime,
    updated_at: DateTime,
    tags: Type.Array(Type.String()),
    customer_user_id: Type.String(),
    sdk_token: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Token for capture SDKs, valid for five weeks and only for this run. Null with a read-only token',
    }),
  },
  { title: 'Workflow run' },
);

/** Body of a request for a run. */
export const NewRun = Type.Object({
  workflow_id: Type.String({ minLength: 1 }),
  applicant_id: Type.String({ minLength: 1 }),
  tags: TagsInput,
  customer_user_id: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 256 })),
  link: Type.Optional(
    nullableObject(
      Type.Object({
        completed_redirect_url: Type.Optional(NullableString),
        expired_redirect_url: Type.Optional(NullableString),
        expires_at: Type.Optional(
          Type.Unsafe<string | null>({
            type: ['string', 'null'],
            format: 'date-time',
            description: 'Time at which the run is abandoned unless it ends before',
          }),
        ),
        language: Type.Optional(nullableEnum(languages)),
      }),
    ),
  ),
  custom_data: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Input and output of the task `start`, at most 16 KB of JSON',
    }),
  ),
});

/** A bound of our own. */
const CUSTOM_DATA_BYTES = 16 * 1024;

/** A run on the wire, without its link and token, which permit writes. */
export function presentRun(ctx: Ctx, run: Run) {
  const { link } = run;
  return {
    ...factsOf(ctx, run),
    output: run.output,
    reasons: [...run.reasons],
    error: run.error,
    link: {
      ...link,
      expires_at: isoSecondsOrNull(link.expires_at),
    },
    created_at: isoSeconds(run.created_at),
    updated_at: isoSeconds(run.updated_at),
    tags: [...run.tags],
    customer_user_id: run.customer_user_id ?? run.applicant_id,
  };
}

/** A run on the wire, for the client that asks. */
export async function presentToClient(request: FastifyRequest, run: Run) {
  const { ctx } = request.session;
  const facts = presentRun(ctx, run);
  // The published client expects a link, which may lack its address, and never null.
  const link = { ...facts.link, ...(ctx.readOnly ? {} : { url: linkUrl(ctx, run) }) };
  const askedBy = ctx.principal.id;
  const sdk_token = await sdkTokenOf(ctx, run, { address: reachedAt(request, ctx.services), askedBy });
  return { ...facts, link, sdk_token };
}

/** The fields of a body that its schema has passed. Throws `validation_error`. */
export function runFieldsOf(ctx: Ctx, { tags, customer_user_id, link, custom_data }: Static<typeof NewRun>): RunFields {
  const expires_at = link?.expires_at ? instantOf(link.expires_at) : null;
  const urls = { completed_redirect_url: optional(webUrl), expired_redirect_url: optional(webUrl) };
  const wrongLink: FieldErrors = {
    ...errorsOf(link ?? {}, urls),
    ...(expires_at !== null && expires_at <= ctx.now() && { expires_at: ['must be in the future'] }),
  };
  const wrong: FieldErrors = {
    ...errorsOf({ tags }, { tags: optional(tagsRule) }),
    ...(Object.keys(wrongLink).length > 0 && { link: [wrongLink] }),
    ...(Buffer.byteLength(JSON.stringify(custom_data ?? {})) > CUSTOM_DATA_BYTES && { custom_data: ['is too long'] }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    tags: tags ?? [],
    customer_user_id: customer_user_id || null,
    link: {
      completed_redirect_url: link?.completed_redirect_url ?? null,
      expired_redirect_url: link?.expired_redirect_url ?? null,
      expires_at,
      language: link?.language ?? null,
    },
    custom_data: custom_data ?? {},
  };
}

/** A parameter that may be given several times, and with brackets after its name, as some languages write lists. */
const listed = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

const ListQuery = Type.Object({
  page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
  per_page: Type.Optional(Type.String({ description: 'Runs per page, at most 500', default: '20' })),
  status: listed('Statuses, comma separated or repeated; a run has any of them'),
  tags: listed('Tags, comma separated or repeated; a run has all of them'),
  applicant_id: Type.Optional(Type.String()),
  created_at_gt: Type.Optional(Type.String({ description: 'Date or date-time after which the runs were created' })),
  created_at_lt: Type.Optional(Type.String({ description: 'Date or date-time before which the runs were created' })),
  sort: Type.Optional(Type.String({ description: '`desc` or `asc`, by creation', default: 'desc' })),
});

/** The entries of a list of the query, each once. */
function entriesOf(query: Static<typeof ListQuery>, name: 'status' | 'tags'): string[] {
  const bracketed = (query as Readonly<Record<string, string | string[] | undefined>>)[`${name}[]`] ?? [];
  const values = [query[name] ?? [], bracketed].flat();
  return [...new Set(values.flatMap((text) => text.split(',')))].filter((entry) => entry !== '');
}

/** The filters of a list. Throws `validation_error`. */
function queryOf(query: Static<typeof ListQuery>): Omit<RunQuery, 'page' | 'perPage'> {
  const wrong: FieldErrors = {};
  const time = (name: 'created_at_gt' | 'created_at_lt'): number | undefined => {
    const text = query[name];
    if (!text) return undefined;
    const at = instantOf(text);
    if (Number.isNaN(at)) wrong[name] = ['is invalid'];
    return at;
  };
  const statuses = entriesOf(query, 'status') as WorkflowRunStatus[];
  if (statuses.some((status) => !runStatuses.includes(status))) wrong.status = ['is not included in the list'];
  const tags = entriesOf(query, 'tags');
  if (tagsRule(tags).length > 0) wrong.tags = tagsRule(tags);
  const sort = query.sort || 'desc';
  if (sort !== 'asc' && sort !== 'desc') wrong.sort = ['is not included in the list'];
  const [createdAfter, createdBefore] = [time('created_at_gt'), time('created_at_lt')];
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const applicantId = query.applicant_id || undefined;
  return { statuses, tags, sort: sort as 'asc' | 'desc', createdAfter, createdBefore, applicantId };
}

/** Runs of workflows: create, read, list. */
export function workflowRunRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.workflows) return;
  const app = typed(instance);
  const tags = ['workflow runs'];

  app.post(
    '/workflow_runs',
    { schema: { tags, summary: 'Start a workflow for an applicant', body: NewRun, response: { 201: WorkflowRun } } },
    async (request, reply) => {
      const { ctx } = request.session;
      const tokenId = ctx.principal.id;
      const { workflow_id: workflowId, applicant_id: applicantId } = request.body;
      const run = await startRun(ctx, { workflowId, applicantId, fields: runFieldsOf(ctx, request.body), tokenId });
      return reply.code(201).send(await presentToClient(request, run));
    },
  );

  app.get(
    '/workflow_runs/:id',
    { schema: { tags, summary: 'Retrieve a workflow run', params: IdParams, response: { 200: WorkflowRun } } },
    async (request) => {
      const { ctx } = request.session;
      return presentToClient(request, await getRun(ctx, request.params.id));
    },
  );

  app.get(
    '/workflow_runs',
    {
      schema: {
        tags,
        summary: 'List workflow runs',
        querystring: ListQuery,
        response: { 200: Type.Array(WorkflowRun) },
      },
    },
    async (request, reply) => {
      const { ctx } = request.session;
      const page = pageOf(request);
      const { runs, total } = await listRuns(ctx, { ...queryOf(request.query), ...page });
      sendPage(request, reply, page, total);
      return Promise.all(runs.map((run) => presentToClient(request, run)));
    },
  );
}
