import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { TestService } from '../../testing/service.ts';

/** A request and what matters of its answer, as a file of `wire/` has them. */
export interface Exchange {
  /** The sentence that the file begins with. */
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** JSON that the body of the answer must contain; undefined when nothing is said of it. */
  readonly answer: unknown;
}

/** Gives the value of a placeholder: `applicant` for `{{applicant}}`. */
export type Fill = (name: string) => Promise<string>;

const PLACEHOLDER = /\{\{([a-z0-9 ]+)\}\}/g;

/** Placeholder for the bytes of a picture: text that means nothing else. */
const PICTURE = '{{picture}}';

const anything: Readonly<Record<string, unknown>> = {
  anything: expect.anything(),
  'any id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  'any text': expect.any(String),
  'any number': expect.any(Number),
  'any list': expect.any(Array),
  'error id': expect.stringMatching(/^[0-9a-f]{24}$/),
};

/**
 * Reads a file of `wire/` with its placeholders filled; `anything` placeholders stay for the comparison. Throws for a file of
 * another form.
 */
export async function readExchange(text: string, fill: Fill): Promise<Exchange> {
  const [sent, expected, ...more] = (await filled(text, fill)).split(/^==> */m);
  if (expected === undefined || more.length > 0) throw new Error('A file has one line that begins with ==>');
  const [title = '', ...rest] = sent!.split(/\n\n/);
  const asked = headed(rest.join('\n\n'));
  const [method = '', path = ''] = asked.first.split(' ');
  const expectedAnswer = headed(expected);
  return {
    title: title.replaceAll('\n', ' '),
    method,
    path,
    headers: asked.headers,
    body: asked.body,
    status: Number(expectedAnswer.first),
    answerHeaders: expectedAnswer.headers,
    answer: expectedAnswer.body === '' ? undefined : JSON.parse(expectedAnswer.body),
  };
}

async function filled(text: string, fill: Fill): Promise<string> {
  const values = new Map<string, string>();
  for (const [whole, name] of text.matchAll(PLACEHOLDER)) {
    if (whole === PICTURE || Object.hasOwn(anything, name!) || values.has(whole)) continue;
    values.set(whole, await fill(name!));
  }
  return text.replaceAll(PLACEHOLDER, (whole) => values.get(whole) ?? whole);
}

/** A first line, headers, and after an empty line a body. */
function headed(text: string): { first: string; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = text.trim().split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { first: first.trim(), headers: Object.fromEntries(headers), body: rest.join('\n\n') };
}

/** The bytes of a body: forms lose their line ends, multipart bodies get HTTP's line ends and their pictures. */
export function bytesOf({ headers, body }: Pick<Exchange, 'headers' | 'body'>, picture: Buffer): Buffer {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return Buffer.from(body.replaceAll('\n', ''));
  if (!type.startsWith('multipart/')) return Buffer.from(body);
  const [first = '', ...others] = `${body}\n`.replaceAll('\n', '\r\n').split(PICTURE);
  return Buffer.concat([Buffer.from(first), ...others.flatMap((text) => [picture, Buffer.from(text)])]);
}

/** Sends the request as it is written; a token is added unless it has an `Authorization`. */
export async function send({ baseUrl, ca }: TestService, exchange: Exchange, token: string, picture: Buffer) {
  const { method, path, headers } = exchange;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const bytes = bytesOf(exchange, picture);
  const call = request(baseUrl, {
    ca,
    method,
    path,
    headers: {
      ...headers,
      ...(names.includes('authorization') ? {} : { Authorization: `Token token=${token}` }),
      ...(bytes.length > 0 && !names.includes('transfer-encoding') ? { 'Content-Length': String(bytes.length) } : {}),
    },
  });
  call.end(bytes.length > 0 ? bytes : undefined);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  const text = (await buffer(answer)).toString();
  const isJson = answer.headers['content-type']?.startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}

/** The expected answer with its `{{anything}}` as what matches it. */
export function matcherOf(answer: unknown): unknown {
  if (typeof answer === 'string') {
    const name = answer.startsWith('{{') ? answer.slice(2, -2) : '';
    return Object.hasOwn(anything, name) ? anything[name] : answer;
  }
  if (Array.isArray(answer)) return answer.map(matcherOf);
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, inner]) => [key, matcherOf(inner)]));
}
