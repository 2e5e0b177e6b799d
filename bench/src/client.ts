import type { Ready } from './operate.ts';

/** A request as a client of the API would make it. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path from the root: `/v3.6/applicants`. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
  /** Paths and headers that a load sends in turn, without a body, instead of the one above. */
  readonly inTurn?: readonly Pick<Call, 'path' | 'headers'>[];
  /** Name of a header that has another value in each request. */
  readonly numbered?: string;
}

const authorization = (token: string) => ({ authorization: `Token token=${token}` });

export function getCall(path: string, token: string): Call {
  return { method: 'GET', path, headers: authorization(token) };
}

export function postCall(path: string, token: string, json: unknown): Call {
  const headers = { ...authorization(token), 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(json) };
}

const BOUNDARY = 'bonafide-bench-boundary';

/** A multipart form with its fields before its file, as published clients send it. */
export function uploadCall(
  path: string,
  token: string,
  fields: Record<string, string>,
  file: { name: string; type: string; bytes: Buffer },
): Call {
  const parts: (string | Buffer)[] = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  parts.push(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n`,
    `Content-Type: ${file.type}\r\n\r\n`,
    file.bytes,
    `\r\n--${BOUNDARY}--\r\n`,
  );
  const headers = { ...authorization(token), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { method: 'POST', path, headers, body: Buffer.concat(parts.map((part) => Buffer.from(part))) };
}

/** Makes the call once over plain HTTP. Throws when the answer isn't a success. */
export async function make(service: Pick<Ready, 'http_base_url'>, call: Call): Promise<Response> {
  const { method, path, headers, body } = call;
  const answer = await fetch(service.http_base_url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Makes the call once and reads the JSON of its answer. */
export async function ask<T>(service: Pick<Ready, 'http_base_url'>, call: Call): Promise<T> {
  return (await make(service, call)).json() as Promise<T>;
}

/** A person made up for the bench, with what a usual client sends. */
export const samplePerson = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane.doe@example.com',
  dob: '1990-01-31',
  address: { building_number: '10', street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
};
