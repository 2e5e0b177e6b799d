import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type ErrorEntry, type ErrorType, errorCatalogue, problem } from '../../base/errors.ts';
import type { Version } from '../../base/versions.ts';
import { Compressed } from '../../http/compressed.ts';
import type { ErrorFormat } from '../../http/problems.ts';
import { collectionOf, type DescribedApi } from './postman.ts';

/** The types of error that a version has under these names. */
export function errorTypesOf(version: Version): ErrorType[] {
  const types = Object.keys(errorCatalogue) as ErrorType[];
  return types.filter((type) => {
    const { only, capability }: ErrorEntry = errorCatalogue[type];
    return (!only || only.includes(version.generation)) && (!capability || version[capability]);
  });
}

const JSON_AND_FORM = ['application/json', 'application/x-www-form-urlencoded'];

/** A version, as its OpenAPI document describes it. */
export interface DescribedVersion {
  readonly version: Version;
  /** The form of its errors; that of v3 when absent. */
  readonly errorFormat?: ErrorFormat;
  /** Errors of its published list that it never answers, with the reason. */
  readonly neverRaised?: Partial<Record<ErrorType, string>>;
  /** True if a body may come as a form wherever it may come as JSON. */
  readonly forms?: true;
  /** True if errors carry an id and wrap the messages of a field, as in v1. */
  readonly errorIds?: boolean;
}

const IDEMPOTENCY =
  'Any `POST`, `PUT`, `PATCH` or `DELETE` may carry an `Idempotency-Key` of 1 to 255 visible ASCII characters. A request that is sent again ' +
  'with the same key within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`, and changes nothing.';

/** Errors as a Markdown table. */
function errorTable({ version, errorFormat, neverRaised = {} }: DescribedVersion): string {
  const rows = errorTypesOf(version).map((type) => {
    const { message, status } = errorFormat?.translate?.(problem(type)) ?? problem(type);
    return `| ${status} | \`${type}\` | ${message} |`;
  });
  const never = Object.entries(neverRaised).map(([type, reason]) => `\n\n\`${type}\` is never answered: ${reason}`);
  return ['| Status | type | Message |', '|---|---|---|', ...rows].join('\n') + never.join('');
}

/** `{error: {type, message, fields?}}`: contract 3.1. Any request may get it. */
function errorResponse({ version, errorIds }: DescribedVersion) {
  const fields = {
    description: 'Messages by field, nested for nested attributes; on validation errors only',
    type: ['object', 'string'],
  };
  const id = errorIds ? { id: { type: 'string', description: 'Id of the request in the log' } } : {};
  const properties = {
    ...id,
    type: { type: 'string', enum: errorTypesOf(version) },
    message: { type: 'string' },
    fields,
  };
  const error = { type: 'object', required: [...Object.keys(id), 'type', 'message'], properties };
  const schema = { title: 'Error', type: 'object', required: ['error'], properties: { error } };
  return { description: 'An error of the catalogue', content: { 'application/json': { schema } } };
}

/** The answer of a route without an answer schema: a file. */
function fileOf(mediaTypes: readonly string[] = ['*/*']) {
  const file = { schema: { type: 'string', format: 'binary' } };
  return { description: 'The file', content: Object.fromEntries(mediaTypes.map((type) => [type, file])) };
}

interface Responses {
  [status: string]: { $ref: string } | { description?: string };
}

/** Adds the meaning of each status, and the error that any request may get. */
function completed(responses: Responses): Responses {
  for (const [status, response] of Object.entries(responses)) {
    if ('description' in response && response.description === 'Default Response') {
      response.description = STATUS_CODES[status] ?? status;
    }
  }
  return { ...responses, default: { $ref: '#/components/responses/Error' } };
}

/**
 * Describes the routes that `instance` gets from now on, from the schemas that validate and serialise them, and serves
 * the description at `/openapi/<version>.json`, and as a Postman collection at `/openapi/<version>.postman.json`.
 */
export async function describeVersion(
  app: FastifyInstance,
  instance: FastifyInstance,
  described: DescribedVersion,
): Promise<void> {
  const { version, forms } = described;
  await instance.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `Bonafide API ${version.name}`,
        version: version.number,
        // Written when a document is read: a start has no use for it.
        get description() {
          return `Identity verification: applicants and what they upload, checks and webhooks.\n\n${IDEMPOTENCY}\n\n<details><summary>Errors</summary>\n\n${errorTable(described)}\n\n</details>`;
        },
      },
      servers: [{ url: '/', description: 'This service' }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description:
              'Send `Token token=` and your API token, which selects the environment: `api_sandbox.…` or `api_live.…`.',
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token from `/oauth/token`.' },
        },
        responses: { Error: errorResponse(described) as never },
      },
      security: [{ token: [] }, { bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        ...(forms && schema.body ? { consumes: schema.consumes ?? JSON_AND_FORM } : {}),
        // A route that reads its body itself validates none: a file.
        ...(schema.consumes && !schema.body ? { body: { type: 'string' } } : {}),
        operationId: operationId(route.method, url),
        response: schema.response ?? { 200: fileOf(schema.produces) },
      } as never,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      for (const path of Object.values(document.openapiObject.paths ?? {})) {
        for (const operation of Object.values(path ?? {}) as { responses: Responses }[]) {
          operation.responses = completed(operation.responses);
        }
      }
      return document.openapiObject;
    },
  });
  const serve = (path: string, make: () => object) => {
    let compressed: Compressed | undefined;
    app.get(path, { schema: { hide: true } as never }, async (request, reply) => {
      compressed ??= new Compressed(JSON.stringify(make()));
      return compressed.send(request, reply.header('content-type', 'application/json; charset=utf-8'));
    });
  };
  serve(`/openapi/${version.name}.json`, () => instance.swagger());
  serve(`/openapi/${version.name}.postman.json`, () => collectionOf(instance.swagger() as DescribedApi));
}

/** `getApplicantsId`: stable, and unique since path and method are. */
function operationId(method: string | string[], url: string): string {
  const words = url
    .split('/')
    .slice(2)
    .flatMap((part) => part.replace(/[{}:]/g, '').split(/[^A-Za-z0-9]/));
  return [method].flat()[0]?.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
