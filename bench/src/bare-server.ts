import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** One answer of the service for the bare framework to repeat. */
export interface Fixture {
  readonly method: 'GET' | 'POST';
  /** Path without its query. */
  readonly path: string;
  readonly status: number;
  /** The JSON text that the service answered. */
  readonly answer: string;
  /** The JSON that was sent, when it was JSON. */
  readonly sent?: unknown;
}

export interface BareSettings {
  readonly fixtures: readonly Fixture[];
  readonly port: number;
  readonly httpsPort: number;
  /** PEM files of the service, so that both use TLS with the same key. */
  readonly tls: { readonly key: string; readonly cert: string };
}

/** The JSON schema of a value, with every null a text that may be absent. */
function schemaOf(value: unknown): object {
  if (value === null) return { type: ['string', 'null'] };
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOf(value[0]) : {} };
  if (typeof value === 'object') {
    const properties = Object.entries(value).map(([key, one]) => [key, schemaOf(one)]);
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  return { type: typeof value };
}

/** The framework alone: parses, validates by a schema, serialises the same bytes by a schema; does nothing else. */
export async function serveBare(settingsFile: string): Promise<void> {
  const { fixtures, port, httpsPort, tls }: BareSettings = JSON.parse(readFileSync(settingsFile, 'utf8'));
  const secure = { https: { key: readFileSync(tls.key), cert: readFileSync(tls.cert) } };
  for (const [app, at] of [
    [Fastify(), port],
    [Fastify(secure as object), httpsPort],
  ] as const) {
    app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.on('end', () => done(null, {})).resume();
    });
    for (const { method, path, status, answer, sent } of fixtures) {
      const value = JSON.parse(answer);
      const body = sent === undefined ? {} : { body: schemaOf(sent) };
      const schema = { ...body, response: { [status]: schemaOf(value) } };
      app.route({ method, url: path, schema, handler: async (_request, reply) => reply.code(status).send(value) });
    }
    await app.listen({ port: at, host: '127.0.0.1' });
  }
}
