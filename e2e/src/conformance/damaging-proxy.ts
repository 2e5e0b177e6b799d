import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request on its way to the service, and the answer to it. */
interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
}
export interface PassedAnswer {
  status: number;
  readonly headers: Headers;
  bytes: Buffer;
}

/** Changes requests and answers on their way. */
export interface Damage {
  readonly request?: (request: Passed) => void;
  readonly answer?: (answer: PassedAnswer, request: Passed) => void;
}

/** Changes the JSON of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export const json = (change: (body: any) => unknown) => (answer: PassedAnswer) => {
  answer.bytes = Buffer.from(JSON.stringify(change(JSON.parse(answer.bytes.toString()))));
};

const HOP = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'content-encoding']);

async function pass(request: IncomingMessage, target: string, damage: Damage): Promise<PassedAnswer> {
  const sent = Object.entries(request.headers).filter(([name]) => !HOP.has(name)) as [string, string][];
  const passed = { method: request.method as string, path: request.url as string, headers: new Headers(sent) };
  damage.request?.(passed);
  const hasBody = passed.method !== 'GET';
  const body = hasBody ? new Uint8Array(await buffer(request)) : null;
  const real = await fetch(target + passed.path, { method: passed.method, headers: passed.headers, body });
  const kept = [...real.headers].filter(([name]) => !HOP.has(name));
  const answer = {
    status: real.status,
    headers: new Headers(kept),
    bytes: Buffer.from(await real.arrayBuffer()),
  };
  damage.answer?.(answer, passed);
  return answer;
}

/** Starts a proxy before the service at `target` that does damage. */
export async function damagingProxy(target: string, damage: Damage) {
  const server = createServer(async (request, response) => {
    const { status, headers, bytes } = await pass(request, target, damage);
    response.writeHead(status, [...headers].flat()).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
