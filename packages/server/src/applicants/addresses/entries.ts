import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { invalid, problem } from '../../base/errors.ts';
import { endOfString } from '../../base/json-size.ts';

/** Entries that are read before others get their turn: some 2 ms. */
const BATCH = 500;

/** Beginning of a body whose entries are read one by one. */
const HEAD = /^\s*\{\s*"addresses"\s*:\s*\[/;
const HEAD_BYTES = 1024;

/** Bytes of a body that is parsed as a whole, to say what is wrong with it. */
const SMALL_BYTES = 64 * 1024;

const [QUOTE, COMMA, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number | undefined) => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);

/**
 * The entries of `{"addresses": [{…}, …]}` in batches. Other requests are served between two of them: a list of 400,000 takes
 * seconds. Throws `bad_request` for a body that is not JSON, `validation_error` for another shape.
 */
export async function* addressEntries(body: Buffer): AsyncGenerator<unknown[]> {
  if (!isUtf8(body)) throw problem('bad_request', { message: 'The body of the request is not valid UTF-8' });
  const head = HEAD.exec(body.toString('latin1', 0, HEAD_BYTES));
  if (!head) throw otherShape(body);
  let at = skipSpace(body, head[0].length);
  let batch: unknown[] = [];
  while (body[at] !== CLOSE_LIST) {
    // Entries that are not objects are refused with their number.
    const end = body[at] === OPEN_OBJECT ? endOfObject(body, at) : endOfOther(body, at);
    batch.push(parsed(body.toString('utf8', at, end)));
    at = skipSpace(body, end);
    if (body[at] === COMMA) {
      at = skipSpace(body, at + 1);
      if (body[at] === CLOSE_LIST) throw malformed();
    } else if (body[at] !== CLOSE_LIST) throw malformed();
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    await setImmediate();
  }
  at = skipSpace(body, at + 1);
  if (body[at] !== CLOSE_OBJECT || skipSpace(body, at + 1) !== body.length) throw malformed();
  yield batch;
}

function otherShape(body: Buffer): Error {
  if (body.length > SMALL_BYTES) {
    return problem('bad_request', { message: 'The body of the request must begin with {"addresses": [' });
  }
  const value = parsed(body.toString() || '{}');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid({ base: ['must be an object'] });
  const { addresses } = value as { addresses?: unknown };
  if (addresses === undefined || addresses === null) return invalid({ addresses: ["can't be blank"] });
  return Array.isArray(addresses)
    ? invalid({ base: ['must hold addresses and nothing else'] })
    : invalid({ addresses: ['must be an array'] });
}

function skipSpace(body: Buffer, at: number): number {
  while (isSpace(body[at])) at++;
  return at;
}

/** Index at which an object that starts at a place ends; the end of the body when it never does. */
function endOfObject(body: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_OBJECT && --depth === 0) return at + 1;
  }
  return body.length;
}

function endOfOther(body: Buffer, start: number): number {
  let at = start;
  while (at < body.length && body[at] !== COMMA && body[at] !== CLOSE_LIST) at++;
  return at;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw malformed();
  }
}

function malformed(): Error {
  return problem('bad_request', { message: 'The body of the request is not valid JSON' });
}
