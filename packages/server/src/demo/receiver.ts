import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../base/clock.ts';
import { verify } from '../webhooks/signature.ts';

export interface Received {
  /** `check.completed`, for instance. */
  action: string;
  /** Id of the check or report. */
  resource: string;
  signature: string;
  /** The bytes that were signed. */
  body: Buffer;
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** A customer's endpoint for webhooks, on loopback: refuses whatever isn't signed with the webhook's token. */
export async function openReceiver() {
  let token: string | undefined;
  const received: Received[] = [];
  let arrived = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const signature = String(request.headers['x-sha2-signature'] ?? '');
    // Before it is parsed, over the bytes as they came.
    if (token === undefined || !verify(token, body, signature)) {
      response.writeHead(401).end();
      return;
    }
    const { action, object } = JSON.parse(body.toString()).payload as { action: string; object: { id: string } };
    received.push({ action, resource: object.id, signature, body });
    response.writeHead(200).end();
    arrived();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    trust(webhookToken: string) {
      token = webhookToken;
    },
    received: received as readonly Received[],
    /** Resolves with the event once it has come in; rejects after `timeoutMs`. */
    wait(action: string, resource: string, timeoutMs: number): Promise<Received> {
      return new Promise((resolve, reject) => {
        const check = () => {
          const found = received.find((event) => event.action === action && event.resource === resource);
          if (!found) return;
          cancel();
          resolve(found);
        };
        const cancel = systemClock.schedule(timeoutMs, () =>
          reject(new Error(`No ${action} was received within ${timeoutMs / 1000} s`)),
        );
        arrived = check;
        check();
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
