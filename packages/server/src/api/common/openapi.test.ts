import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type ErrorEntry, type ErrorType, errorCatalogue, problem } from '../../base/errors.ts';
import { makeGate } from '../../http/gate.ts';
import { v3Errors } from '../../http/problems.ts';
import { validateLazily } from '../../http/validation.ts';
import { WrongCredentials } from '../../http/wrong-credentials.ts';
import { useService } from '../../testing/service.ts';
import { version } from '../../testing/versions.ts';
import { serveV1 } from '../v1/index.ts';
import { v1Errors } from '../v1/problems.ts';
import { serveV2 } from '../v2/index.ts';
import { v2Errors } from '../v2/problems.ts';
import { serveV3 } from '../v3/index.ts';
import { errorTypesOf } from './openapi.ts';

const service = useService();

interface Operation {
  operationId: string;
  description?: string;
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** The routes as they are registered: `GET /v3.6/applicants/{id}`. */
async function registered(): Promise<string[]> {
  const routes: string[] = [];
  const app = Fastify();
  validateLazily(app);
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replace(/:(\w+)/g, '{$1}');
    // What browsers ask by themselves, no client does.
    const verbs = [method].flat().filter((verb) => verb !== 'HEAD' && verb !== 'OPTIONS');
    for (const verb of verbs) routes.push(`${verb} ${path}`);
  });
  const wrong = new WrongCredentials(service.services);
  const gate = makeGate(service.services, wrong);
  await serveV3(app, service.services, gate, wrong);
  await serveV2(app, service.services, gate);
  await serveV1(app, service.services, gate);
  await app.close();
  return routes.filter((route) => !route.startsWith('GET /openapi/'));
}

async function documentOf(path: string) {
  const { status, headers, body } = await service.get(`/openapi/${path}.json`, { token: null });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return body;
}

async function operationsOf(version: string): Promise<[route: string, operation: Operation][]> {
  return Object.entries((await documentOf(version)).paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

/**
 * Statuses of an operation beside its success: the refusal of an extraction names its document beside the error, and a change
 * that names no match of a monitor has no body.
 */
function furtherStatuses(route: string): string[] {
  if (route.endsWith('/extractions')) return ['422'];
  return /^PATCH .*\/matches$/.test(route) ? ['204'] : [];
}

describe.each([
  { path: 'v3.2', number: '3.2', errors: v3Errors },
  { path: 'v3.6', number: '3.6', errors: v3Errors },
  { path: 'v2', number: '2', errors: v2Errors },
  { path: 'v1', number: '1', errors: v1Errors },
])('$path', ({ path, number, errors }) => {
  const errorTypes = errorTypesOf(version(path));
  const document = () => documentOf(path);
  const operations = () => operationsOf(path);

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors: wrong } = await new Validator().validate(await document());
    expect([valid, wrong]).toEqual([true, undefined]);
    const { openapi, info } = await document();
    expect([openapi, info.version]).toEqual(['3.1.0', number]);
  });

  it('describes every route of its version, and nothing else', async () => {
    const described = (await operations()).map(([route]) => route).sort();
    const own = (await registered()).filter((route) => route.includes(` /${path}/`)).sort();
    expect(described).toEqual(own);
    expect(described.length).toBeGreaterThan(path === 'v1' ? 20 : 30);
  });

  it('names each operation once, and each that is described exists', async () => {
    const all = await operations();
    expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length);
    for (const [route] of all.filter(([route]) => !route.endsWith('/oauth/token'))) {
      const [method, url] = route.split(' ') as [string, string];
      const { status } = await service.call(method, url.replaceAll(/\{\w+\}/g, 'x'), { token: null });
      expect(status, route).toBe(401);
    }
  });

  it('gives every operation one success, with content unless it is a 204, and the error', async () => {
    for (const [route, { responses }] of await operations()) {
      const { default: error, ...successes } = responses;
      expect(error, route).toEqual({ $ref: '#/components/responses/Error' });
      const [[status, response], ...more] = Object.entries(successes) as [
        ...[[string, Operation['responses'][string]], ...[string, unknown][]],
      ];
      expect(
        more.map(([status]) => status),
        route,
      ).toEqual(furtherStatuses(route));
      expect(['200', '201', '202', '204'], route).toContain(status);
      // A new report of a monitor is named by its `Location` alone.
      expect(response.content === undefined, route).toBe(status === '204' || route.endsWith('/new_report'));
    }
  });

  it('knows exactly the errors of the catalogue that its version has', async () => {
    const { components, info } = await document();
    const messageOf = (type: ErrorType) => (errors.translate?.(problem(type)) ?? problem(type)).message;
    const { schema } = components.responses.Error.content['application/json'];
    expect(schema.properties.error.properties.type.enum).toEqual(errorTypes);
    const rows = [...info.description.matchAll(/^\| (\d+) \| `(\w+)` \| (.+) \|$/gm)].map(
      ([, status, type, message]) => [type, Number(status), message],
    );
    expect(rows).toEqual(errorTypes.map((type) => [type, errorCatalogue[type].status, messageOf(type)]));
  });
});

it('leaves to v3.6 what began after v3.2', () => {
  const later = errorTypesOf(version('v3.6')).filter((type) => !errorTypesOf(version('v3.2')).includes(type));
  expect(later).toEqual(['sandbox_only', 'missing_applicant_location', 'missing_applicant_provided_consents']);
  const entries = Object.entries(errorCatalogue) as [ErrorType, ErrorEntry][];
  const ofV3 = entries.filter(([, { only }]) => only === undefined || only.includes(3)).map(([type]) => type);
  expect(errorTypesOf(version('v3.6'))).toEqual(ofV3);
});

/** The operations of v2 (contract 16.2). */
const published = {
  v2: `
    POST,GET /applicants
    GET,PUT,DELETE /applicants/{id}
    POST /applicants/{id}/restore
    POST,GET /applicants/{applicant_id}/documents
    GET /applicants/{applicant_id}/documents/{id}
    GET /applicants/{applicant_id}/documents/{id}/download
    POST,GET /live_photos
    GET /live_photos/{id}
    GET /live_photos/{id}/download
    GET /live_videos
    GET /live_videos/{id}
    GET /live_videos/{id}/download
    POST,GET /applicants/{applicant_id}/checks
    GET /applicants/{applicant_id}/checks/{id}
    POST /checks/{id}/resume
    GET /checks/{check_id}/reports
    GET /checks/{check_id}/reports/{id}
    POST /checks/{check_id}/reports/{id}/resume
    POST /checks/{check_id}/reports/{id}/cancel
    GET /report_type_groups
    GET /report_type_groups/{id}
    POST,GET /webhooks
    GET,PUT,DELETE /webhooks/{id}
    GET /addresses/pick
    POST /sdk_token
    POST,GET /repeat_attempts/{report_id}`,
  v1: `
    POST,GET /applicants
    GET /applicants/{id}
    POST /applicants/{applicant_id}/documents
    POST,GET /applicants/{applicant_id}/checks
    GET /applicants/{applicant_id}/checks/{id}
    POST /checks/{id}/resume
    GET /checks/{check_id}/reports
    GET /checks/{check_id}/reports/{id}
    POST,GET /webhooks
    GET /webhooks/{id}
    GET /addresses/pick`,
} as const;

describe.each(['v2', 'v1'] as const)('%s', (version) => {
  it('has every operation that is published', async () => {
    const described = (await operationsOf(version)).map(([route]) => route);
    const lines = published[version].trim().split(/\n\s*/);
    const routes = lines.flatMap((line) => {
      const [methods = '', path] = line.split(' ');
      return methods.split(',').map((method) => `${method} /${version}${path}`);
    });
    expect(routes).toHaveLength(version === 'v2' ? 36 : 14);
    expect(routes.filter((route) => !described.includes(route))).toEqual([]);
  });

  it('takes a form wherever it takes JSON', async () => {
    for (const [route, { requestBody }] of await operationsOf(version)) {
      const types = Object.keys(requestBody?.content ?? {});
      const [json, form] = ['application/json', 'application/x-www-form-urlencoded'].map((type) =>
        types.includes(type),
      );
      expect(form, route).toBe(json);
      if (types.length > 0) expect(json || types.includes('multipart/form-data'), route).toBe(true);
    }
  });
});

it('has the body of a route that reads a file itself', async () => {
  const operations = new Map(await operationsOf('v3.6'));
  for (const path of ['/v3.6/applicant_imports', '/v3.6/applicant_imports/validate']) {
    expect(operations.get(`POST ${path}`)?.requestBody).toEqual({
      required: true,
      content: { 'text/csv': { schema: { type: 'string' } } },
    });
  }
});

it('says in v1 which code of a letter raises what', async () => {
  const [, code] = (await operationsOf('v1')).find(([route]) => route.endsWith('/slv_code'))!;
  for (const type of ['unprocessable_slv_code', 'invalid_or_expired_slv_code', 'unauthorized_slv_code']) {
    expect(code.description).toContain(`${errorCatalogue[type as ErrorType].status} \`${type}\``);
  }
});
