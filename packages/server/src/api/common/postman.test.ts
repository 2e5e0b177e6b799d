import { Ajv } from 'ajv';
import { FormData } from 'undici';
import { expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();

interface Field {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly type?: string;
}
interface Item {
  readonly name: string;
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string; readonly path: readonly string[]; readonly variable: readonly Field[] };
    readonly body?: {
      readonly mode: string;
      readonly raw?: string;
      readonly formdata?: Field[];
      readonly urlencoded?: Field[];
    };
  };
}
interface Collection {
  readonly variable: readonly Field[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

const collectionOf = async (version: string, token: string | null = null): Promise<Collection> => {
  const { status, headers, body } = await service.get(`/openapi/${version}.postman.json`, { token });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return body;
};
const itemsOf = ({ item }: Collection) => item.flatMap((folder) => folder.item);

const text = { type: 'string' };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const list = (items: object) => ({ type: 'array', items });
const form = list(
  object(
    {
      key: text,
      value: text,
      description: text,
      disabled: { type: 'boolean' },
      type: { enum: ['text', 'file'] },
      src: { type: 'null' },
    },
    ['key', 'type'],
  ),
);
/** The parts of the collection format 2.1.0 that our collections use, and nothing besides. */
const format = object({
  info: object({
    name: text,
    description: text,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth: object({ type: { const: 'apikey' }, apikey: list(object({ key: text, value: text, type: text })) }),
  variable: list(object({ key: text, value: text })),
  item: list(
    object({
      name: { type: 'string', minLength: 1 },
      item: list(
        object(
          {
            name: { type: 'string', minLength: 1 },
            event: list(object({ listen: { const: 'test' }, script: object({ type: text, exec: list(text) }) })),
            request: object(
              {
                method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
                description: text,
                header: { type: 'array', maxItems: 0 },
                url: object({
                  raw: { type: 'string', pattern: String.raw`^\{\{base_url\}\}/` },
                  host: { const: ['{{base_url}}'] },
                  path: list(text),
                  query: list(object({ key: text, value: text, description: text, disabled: { type: 'boolean' } })),
                  variable: list(object({ key: text, value: text })),
                }),
                body: object(
                  {
                    mode: { enum: ['raw', 'formdata', 'urlencoded'] },
                    raw: text,
                    formdata: form,
                    urlencoded: form,
                    options: { type: 'object' },
                  },
                  ['mode'],
                ),
                auth: object({ type: { const: 'noauth' } }),
              },
              ['method', 'description', 'header', 'url'],
            ),
            response: { type: 'array', maxItems: 0 },
          },
          ['name', 'request', 'response'],
        ),
      ),
    }),
  ),
});

it.each(['v3.6', 'v3.2', 'v2', 'v1'])(
  'the collection of %s has every request of the reference once',
  async (version) => {
    const collection = await collectionOf(version);
    const validate = new Ajv({ allErrors: true }).compile(format);
    expect([validate(collection), validate.errors]).toEqual([true, null]);
    const { paths } = (await service.get(`/openapi/${version}.json`, { token: null })).body;
    const described = Object.entries(paths as object).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const requests = itemsOf(collection).map(
      ({ request: { method, url } }) =>
        `${method} /${url.path.map((part) => part.replace(/^:(\w+)$/, '{$1}')).join('/')}`,
    );
    expect(requests.toSorted()).toEqual(described.toSorted());
  },
);

/** Sends a request as Postman does: with the values of variables, and without what is switched off. */
async function send({ request: { method, url, body }, event }: Item, values: Record<string, string>) {
  const fill = (one: string) => one.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const byKey = new Map(url.variable.map(({ key, value }) => [`:${key}`, fill(value)]));
  const [path = '', query] = fill(url.raw.slice('{{base_url}}'.length)).split('?');
  const segments = path.split('/').map((part) => encodeURIComponent(byKey.get(part) ?? part));
  const on = (fields: Field[]) => fields.filter(({ disabled, type }) => !disabled && type === 'text');
  const formData = new FormData();
  for (const { key, value } of on(body?.formdata ?? [])) formData.append(key, fill(value));
  const urlencoded = new URLSearchParams(
    Object.fromEntries(on(body?.urlencoded ?? []).map(({ key, value }) => [key, fill(value)])),
  );
  const bodies: Record<string, object> = {
    raw: { raw: fill(body?.raw ?? ''), headers: { 'content-type': 'application/json' } },
    formdata: { form: formData },
    urlencoded: { form: urlencoded },
  };
  const answer = await service.call(
    method,
    `${segments.join('/')}${query ? `?${query}` : ''}`,
    bodies[body?.mode ?? ''] ?? {},
  );
  const kept = /collectionVariables\.set\('(\w+)'/.exec(event?.[0]?.script.exec.join('\n') ?? '')?.[1];
  if (kept && answer.status === 201 && answer.body.id) values[kept] = answer.body.id;
  return answer;
}

it('a newcomer sends the first requests of the collection as they are', async () => {
  const items = itemsOf(await collectionOf('v3.6'));
  const named = (name: string) => items.find((one) => one.name === name) as Item;
  const values: Record<string, string> = {};
  const applicant = await send(named('Create an applicant'), values);
  expect([applicant.status, values]).toEqual([201, { applicant_id: applicant.body.id }]);
  const check = await send(named('Create a check'), values);
  expect([check.status, check.body.applicant_id]).toEqual([201, applicant.body.id]);
  const { status, body } = await send(named('Retrieve a check'), values);
  expect([status, body.id, body.applicant_id]).toEqual([200, values.check_id, applicant.body.id]);

  // Neither the other account nor the other environment has the objects, and the collection holds nobody's token.
  for (const token of [service.other.sandboxToken, service.liveToken]) {
    expect((await service.get(`/v3.6/checks/${values.check_id}`, { token })).status).toBe(404);
    expect((await collectionOf('v3.6', token)).variable).toEqual([
      { key: 'base_url', value: 'https://id.example.com' },
      { key: 'api_token', value: '' },
    ]);
  }
});

it.each(['v3.6', 'v3.2', 'v2', 'v1'])('no request of the collection of %s is malformed', async (version) => {
  const values: Record<string, string> = {};
  const malformed = [];
  let succeeded = 0;
  for (const item of itemsOf(await collectionOf(version))) {
    // A stream has no end.
    if (item.request.url.path.at(-1) === 'stream') continue;
    const { status } = await send(item, values);
    if (status === 400 || status === 405 || status >= 500) malformed.push([item.name, status]);
    if (status < 300) succeeded++;
  }
  expect(malformed).toEqual([]);
  expect(succeeded).toBeGreaterThan(5);
});
