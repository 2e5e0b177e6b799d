/** The parts of an OpenAPI document that a collection is made of. */
export interface DescribedApi {
  readonly info: { readonly title: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: DescribedField }>> };
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: DescribedField;
}

interface DescribedField {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DescribedField>>;
  readonly items?: DescribedField;
  readonly minItems?: number;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Values of fields that a request needs, so that the first requests of a newcomer are answered with 201. */
const samples: Readonly<Record<string, unknown>> = {
  first_name: 'Maria',
  last_name: 'Sample',
  country: 'GBR',
  postcode: 'SW4 6EH',
  report_names: ['watchlist_standard'],
  report_name: 'watchlist_standard',
  url: 'https://example.com/webhooks',
};

/** `applicants` → `applicant`. */
const singular = (name: string) => name.replace(/ches$/, 'ch').replace(/s$/, '').replaceAll('-', '_');

/** Name of the variable with the id of an object, by the segments of the path before the id: `applicant_id`. */
const idOf = (before: readonly string[]) =>
  `${singular(before.findLast((segment) => !segment.startsWith('{')) ?? 'object')}_id`;

/** A value that the schema of a field allows. Ids of other objects are variables, which requests that create them set. */
function sampleOf(name: string, field: DescribedField): unknown {
  if (name in samples) return samples[name];
  if (/_id$/.test(name)) return `{{${name}}}`;
  if (field.default !== undefined) return field.default;
  const allowed = field.enum?.find((value) => value !== null);
  if (allowed !== undefined) return allowed;
  switch ([field.type ?? 'object'].flat().find((type) => type !== 'null')) {
    case 'object':
      return requiredOf(field);
    case 'array':
      return field.items && field.minItems ? [sampleOf(singular(name), field.items)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    default:
      return field.format === 'date' ? '1985-01-31' : '';
  }
}

/** The required fields of an object, each with a sample value. */
function requiredOf({ required = [], properties = {} }: DescribedField): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sampleOf(name, properties[name] ?? {})]));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fields of a form: those that aren't required are listed and switched off. */
function formOf({ required = [], properties = {} }: DescribedField) {
  return Object.entries(properties).map(([key, field]) => {
    const isFile = field.format === 'binary';
    const common = {
      key,
      description: field.description ?? '',
      disabled: !required.includes(key) && !isFile && key !== 'applicant_id',
    };
    return isFile
      ? { ...common, type: 'file', src: null }
      : { ...common, type: 'text', value: textOf(sampleOf(key, field)) };
  });
}

function bodyOf({ requestBody }: DescribedOperation) {
  const [[type, { schema = {} }] = ['', {}]] = Object.entries(requestBody?.content ?? {});
  if (type === '') return {};
  if (type === 'multipart/form-data') return { body: { mode: 'formdata', formdata: formOf(schema) } };
  if (type === 'application/x-www-form-urlencoded') return { body: { mode: 'urlencoded', urlencoded: formOf(schema) } };
  const language = type === 'application/json' ? 'json' : 'text';
  const raw = language === 'json' ? JSON.stringify(requiredOf(schema), null, 2) : '';
  return { body: { mode: 'raw', raw, options: { raw: { language } } } };
}

/** The description of the reference, and the names of fields that the body leaves out. */
function descriptionOf({ description = '', requestBody }: DescribedOperation): string {
  const { properties = {}, required = [] } = requestBody?.content['application/json']?.schema ?? {};
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const more = optional.length > 0 ? `Optional fields: ${optional.map((name) => `\`${name}\``).join(', ')}.` : '';
  return [description, more].filter((text) => text !== '').join('\n\n');
}

function urlOf(path: string, { parameters = [] }: DescribedOperation) {
  const segments = path.split('/').slice(1);
  const variable = segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    return [{ key: name, value: `{{${name === 'id' ? idOf(segments.slice(0, index)) : name}}}` }];
  });
  const parts = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, description = '', schema = {} }) => {
      return { key: name, value: textOf(sampleOf(name, schema)), description, disabled: !required };
    });
  const search = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const raw = `{{base_url}}/${parts.join('/')}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  return { raw, host: ['{{base_url}}'], path: parts, query, variable };
}

/** Keeps the id of a created object, which later requests name. */
function keepId(path: string) {
  const name = idOf(path.split('/'));
  const exec = [
    'const created = pm.response.code === 201 && pm.response.json();',
    `if (created && created.id) pm.collectionVariables.set('${name}', created.id);`,
  ];
  return { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
}

function itemOf(path: string, method: string, operation: DescribedOperation) {
  return {
    name: operation.summary ?? `${method.toUpperCase()} ${path}`,
    ...(method === 'post' && path.endsWith('s') ? keepId(path) : {}),
    request: {
      method: method.toUpperCase(),
      description: descriptionOf(operation),
      header: [],
      url: urlOf(path, operation),
      ...bodyOf(operation),
      ...(operation.security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
    },
    response: [],
  };
}

/**
 * A Postman collection, format 2.1, of all requests of an OpenAPI document: a folder for each tag. The variables `base_url` and
 * `api_token` say where and as whom to send them.
 */
export function collectionOf({ info, paths = {} }: DescribedApi): object {
  const folders = new Map<string, object[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const folder = operation.tags?.[0] ?? 'other';
      folders.set(folder, [...(folders.get(folder) ?? []), itemOf(path, method, operation)]);
    }
  }
  const apikey = { key: 'Authorization', value: 'Token token={{api_token}}', in: 'header' };
  return {
    info: {
      name: info.title,
      description:
        'Set the variables `base_url` and `api_token` of this collection. Requests that create objects keep their ids.',
      schema: SCHEMA,
    },
    auth: { type: 'apikey', apikey: Object.entries(apikey).map(([key, value]) => ({ key, value, type: 'string' })) },
    variable: [
      { key: 'base_url', value: 'https://id.example.com' },
      { key: 'api_token', value: '' },
    ],
    item: [...folders].map(([name, item]) => ({ name, item })),
  };
}
