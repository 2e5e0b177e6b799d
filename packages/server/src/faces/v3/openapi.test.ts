import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../base/errors.ts';
import { makeGate } from '../../http/gate.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { serveV3 } from './index.ts';
import { errorTypesOf } from './openapi.ts';
import { v32, v36 } from './versions.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** The routes as they are registered: `GET /v3.6/applicants/{id}`. */
async function registered(): Promise<string[]> {
  const routes: string[] = [];
  const app = Fastify();
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replace(/:(\w+)/g, '{$1}');
    for (const verb of [method].flat()) if (verb !== 'HEAD') routes.push(`${verb} ${path}`);
  });
  await serveV3(app, service.services, makeGate(service.services, service.tokens));
  await app.close();
  return routes.filter((route) => !route.startsWith('GET /openapi/'));
}

describe.each([v32, v36])('$path', (version) => {
  const document = async () => {
    const { status, headers, body } = await service.get(`/openapi/${version.path}.json`, { token: null });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    return body;
  };
  const operations = async (): Promise<[route: string, operation: Operation][]> =>
    Object.entries((await document()).paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(await document());
    expect([valid, errors]).toEqual([true, undefined]);
    const { openapi, info } = await document();
    expect([openapi, info.version]).toEqual(['3.1.0', version.generation]);
  });

  it('describes every route of its version, and nothing else', async () => {
    const described = (await operations()).map(([route]) => route).sort();
    const own = (await registered()).filter((route) => route.includes(` /${version.path}/`)).sort();
    expect(described).toEqual(own);
    expect(described.length).toBeGreaterThan(30);
  });

  it('names each operation once, and each that is described exists', async () => {
    const all = await operations();
    expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length);
    for (const [route] of all.filter(([path]) => !path.endsWith('/oauth/token'))) {
      const [method, path] = route.split(' ') as [string, string];
      const { status } = await service.call(method, path.replaceAll(/\{\w+\}/g, 'x'), { token: null });
      expect(status, route).toBe(401);
    }
  });

  it('gives every operation one success, with content unless it is a 204, and the error', async () => {
    for (const [route, { responses }] of await operations()) {
      const { default: error, ...successes } = responses;
      expect(error, route).toEqual({ $ref: '#/components/responses/Error' });
      const [[status, response], ...more] = Object.entries(successes) as [[string, Operation['responses'][string]]];
      expect(more, route).toEqual([]);
      expect(['200', '201', '204'], route).toContain(status);
      expect(response.content === undefined, route).toBe(status === '204');
    }
  });

  it('knows exactly the errors of the catalogue that its version has', async () => {
    const { components, info } = await document();
    const { schema } = components.responses.Error.content['application/json'];
    expect(schema.properties.error.properties.type.enum).toEqual(errorTypesOf(version));
    const rows = [...info.description.matchAll(/^\| (\d+) \| `(\w+)` \| (.+) \|$/gm)].map(
      ([, status, type, message]) => [type, Number(status), message],
    );
    expect(rows).toEqual(
      errorTypesOf(version).map((type) => [type, errorCatalogue[type].status, errorCatalogue[type].message]),
    );
  });
});

it('leaves to v3.6 what began after v3.2', () => {
  const later = errorTypesOf(v36).filter((type) => !errorTypesOf(v32).includes(type));
  expect(later).toEqual(['missing_applicant_location', 'missing_applicant_provided_consents']);
  expect(errorTypesOf(v36)).toEqual(Object.keys(errorCatalogue));
});
