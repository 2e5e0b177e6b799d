import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { verify } from '../../../packages/server/src/webhooks/signature.ts';
import type { Random } from './random.ts';

/** Share of deliveries that fail, as with real receivers. Ten retries must not all fail. */
const FAILS = 0.08;
const BREAKS_OFF = 0.02;
const SLOW = 0.05;
const SLOW_MS = [20, 400] as const;

const HEADERS = ['X-SHA2-Signature', 'X-Signature'] as const;

/** Two of the customer's endpoints for webhooks, at `/one` and `/two`, that are slow, fail and break off now and then. */
export async function openReceiver(random: Random) {
  const tokens = new Map<string, string>();
  const received = new Map<string, number>();
  const badlySigned: string[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const webhook = request.url ?? '';
    const token = tokens.get(webhook) ?? '';
    if (!HEADERS.every((header) => verify(token, body, String(request.headers[header.toLowerCase()]), header))) {
      badlySigned.push(body.toString());
      response.writeHead(401).end();
      return;
    }
    if (random.chance(SLOW)) await pause(random.between(...SLOW_MS));
    if (random.chance(BREAKS_OFF)) {
      request.socket.destroy();
      return;
    }
    if (random.chance(FAILS)) {
      response.writeHead(500).end();
      return;
    }
    const { action, object } = JSON.parse(body.toString()).payload as { action: string; object: { id: string } };
    const key = eventKey(webhook, action, object.id);
    received.set(key, (received.get(key) ?? 0) + 1);
    response.writeHead(200).end();
  }

  const server = createServer((request, response) => {
    // The service is killed in the middle of a request at times.
    take(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhooks: ['/one', '/two'] as const,
    trust(webhook: string, token: string) {
      tokens.set(webhook, token);
    },
    /** Number of times that each event was answered with 200, by `eventKey`. */
    received: received as ReadonlyMap<string, number>,
    badlySigned: badlySigned as readonly string[],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

export function eventKey(webhook: string, action: string, resource: string): string {
  return `${webhook} ${action} ${resource}`;
}
