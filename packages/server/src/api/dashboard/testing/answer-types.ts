/** A JSON Schema of the OpenAPI document, with the keywords that the dashboard's schemas use. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** An OpenAPI document: operations by path and method. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const HEAD = `// Types of the JSON that the dashboard's API answers, generated from its OpenAPI document.
// Don't edit this file. \`npm run -s dashboard:types\` writes it again.
`;

const PREFIX = '/dashboard/api';

/** Writes the types of schemas. `interfaces` are the names of the types that a titled schema is referred to by. */
interface Writer {
  readonly interfaces: ReadonlySet<string>;
}

const typesOf = ({ type }: Schema): readonly string[] => [type ?? []].flat();

/** Name of the type for a titled schema, e.g. `WaitingReport` for "Waiting report". */
const nameOf = (title: string): string =>
  title.replace(/(?:^|\W+)(\w)/g, (_match, first: string) => first.toUpperCase());

/** An object schema as text, without its description and without null: equal for schemas that share a type. */
function shapeOf({ description: _description, type: _type, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

/** Every schema below `schema`, itself first. */
function everySchema(schema: Schema): readonly Schema[] {
  const { properties = {}, items, additionalProperties, anyOf = [], allOf = [] } = schema;
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...allOf];
  if (typeof additionalProperties === 'object') inside.push(additionalProperties);
  return [schema, ...inside.flatMap(everySchema)];
}

function membersOf({ properties = {}, required = [] }: Schema, indent: string, writer: Writer): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const comment = schema.description ? `${indent}  /** ${schema.description.replaceAll('*/', '*\\/')} */\n` : '';
    const type = typeOf(schema, `${indent}  `, writer);
    return `${comment}${indent}  readonly ${key}${required.includes(name) ? '' : '?'}: ${type};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function objectOf(schema: Schema, indent: string, writer: Writer): string {
  const { title, properties, additionalProperties } = schema;
  if (properties && title && writer.interfaces.has(nameOf(title))) return nameOf(title);
  if (properties) return membersOf(schema, indent, writer);
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent, writer) : 'unknown';
  return `Readonly<Record<string, ${value}>>`;
}

/** A read-only array; the type of its items is in parentheses if it is a union or an array. */
const listOf = (item: string, { type, enum: values, anyOf, allOf }: Schema = {}): string =>
  Array.isArray(type) || type === 'array' || values || anyOf || allOf ? `readonly (${item})[]` : `readonly ${item}[]`;

/** A literal type, in single quotes if it is a string. */
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);

function typeOf(schema: Schema, indent: string, writer: Writer): string {
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const nested = (all: readonly Schema[]) => all.map((one) => typeOf(one, indent, writer));
  if (schema.anyOf) return nested(schema.anyOf).join(' | ');
  if (schema.allOf) return nested(schema.allOf).join(' & ');
  const alternatives = typesOf(schema).map((type) => {
    switch (type) {
      case 'null':
      case 'boolean':
      case 'string':
        return type;
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return listOf(typeOf(schema.items ?? {}, indent, writer), schema.items);
      case 'object':
        return objectOf(schema, indent, writer);
      default:
        throw new Error(`No TypeScript type is known for the JSON Schema type ${type}`);
    }
  });
  return alternatives.join(' | ') || 'unknown';
}

/** Text of the answer of an operation; undefined for an operation without a described answer. */
function answerOf({ responses = {} }: Operation, writer: Writer): string | undefined {
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status === '204' ? ['undefined'] : Object.values(content).map(({ schema }) => typeOf(schema, '  ', writer)),
  );
  return answers.length > 0 ? answers.join(' | ') : undefined;
}

/**
 * Generates TypeScript types from the OpenAPI document of the dashboard: an interface for each titled schema, and `Answers`,
 * which maps an operation such as `GET /session` to the JSON that it answers. A title that different shapes share gets no
 * interface: its shapes are written out. Every property is read-only.
 *
 * @param document the answer of `GET /dashboard/api/openapi.json`
 * @returns the text of a TypeScript file
 * @throws Error for a type of JSON Schema that has no translation
 */
export function answerTypes({ paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(PREFIX, '')}`,
      operation,
    })),
  );
  const titled = operations
    .flatMap(({ operation }) => Object.values(operation.responses ?? {}))
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ schema }) => everySchema(schema))
    .filter(({ title, properties }) => title && properties);
  const shapes = [...Map.groupBy(titled, ({ title = '' }) => nameOf(title))]
    .filter(([, schemas]) => new Set(schemas.map(shapeOf)).size === 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const writer = { interfaces: new Set(shapes.map(([name]) => name)) };
  const answers = operations.flatMap(({ name, operation }) => {
    const answer = answerOf(operation, writer);
    return answer ? [`  readonly '${name}': ${answer};\n`] : [];
  });
  const interfaces = shapes.map(
    ([name, [schema]]) => `\nexport interface ${name} ${membersOf(schema as Schema, '', writer)}\n`,
  );
  return `${HEAD}\n/** The JSON that each operation answers. */\nexport interface Answers {\n${answers.join('')}}\n${interfaces.join('')}`;
}
